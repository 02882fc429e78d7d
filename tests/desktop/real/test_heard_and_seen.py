"""Names, states, focus and contrast of every page, through Qt's accessibility, on a real screen."""

from __future__ import annotations

import test_accessibility as accessibility

windows = accessibility.windows
test_every_page = accessibility.test_every_page_can_be_heard_reached_and_seen
