"""Faults that were seen in a window on a screen: what guards against each is asked there, too."""

from __future__ import annotations

import test_evidence as evidence
import test_file_dialogs as dialogs
import test_library_overview as overview
import test_painting as painting
import test_running_jobs as jobs
import test_window as windows

# "There are no documents yet", beside documents
test_documents_come = overview.test_documents_that_came_while_another_page_was_in_front
test_an_older_look = overview.test_an_older_look_does_not_have_the_last_word

# the lit words out of sight
test_cited_words_stay_in_sight = evidence.test_the_cited_words_stay_in_sight
test_escape_folds_the_evidence = evidence.test_escape_folds_the_evidence

# progress that stands, and does not say what it waits for
now, end = jobs.now, jobs.end
test_work_that_stands_still = jobs.test_work_that_stands_still_for_a_question_says_so
test_work_in_a_narrow_bar = jobs.test_in_a_narrow_bar_it_is_still_stopped_and_still_told
test_now_shows_what_runs = windows.test_now_shows_what_runs_and_stops_it

# lines that vanish, a ring that stays, a broken frame, a notice over the evidence, another theme
test_the_line_under_a_row = painting.test_the_line_under_a_row_stays_when_the_row_below_changes
test_the_ring_leaves_the_row = painting.test_the_ring_leaves_the_row_that_is_not_current_any_more
test_the_frame_of_choices = painting.test_the_frame_of_a_list_of_choices_is_whole
test_a_notice = painting.test_a_notice_lies_over_the_page_and_not_over_the_evidence
test_another_theme = painting.test_another_theme_says_nothing_new_of_the_model

# a file dialog in the program's own source
documents = dialogs.documents
test_adding_files = dialogs.test_adding_files_begins_there_and_the_window_remembers
