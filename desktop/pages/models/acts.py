"""What can be done on the Models page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.acts import Act

if TYPE_CHECKING:
    from desktop.pages.models.page import ModelsPage

ACTS: tuple[Act[ModelsPage], ...] = (
    Act(
        id="model-file",
        name="Use a model file of your own",
        sentence="A file that ends in .gguf, from anywhere on this computer.",
        also="gguf choose",
        do=lambda page: page.choose_file(),
    ),
    Act(
        id="measure-model",
        name="Measure how fast the model is here",
        sentence="In about fifteen seconds. Estimates of time come from it.",
        also="speed benchmark",
        do=lambda page: page.measure(),
    ),
    Act(
        id="look-for-models",
        name="Look for models on this computer",
        sentence="Those that other programs have put here are used where they lie.",
        also="ollama lm studio hugging face",
        do=lambda page: page.look_for_models(),
    ),
)
