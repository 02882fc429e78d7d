"""What can be done on the Models page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.acts import Act, act

if TYPE_CHECKING:
    from desktop.pages.models.page import ModelsPage

ACTS: tuple[Act[ModelsPage], ...] = (
    act("model-file", "Use a model file of your own").does(
        "A file that ends in .gguf, from anywhere on this computer.",
        lambda page: page.choose_file(),
        also="gguf choose",
    ),
    act("measure-model", "Measure how fast the model is here").does(
        "In about fifteen seconds. Estimates of time come from it.",
        lambda page: page.measure(),
        also="speed benchmark",
    ),
    act("look-for-models", "Look for models on this computer").does(
        "Those that other programs have put here are used where they lie.",
        lambda page: page.look_for_models(),
        also="ollama lm studio hugging face",
    ),
)
