"""Words out of pictures of pages, by rapidocr: the only module that imports it, at its first use.

Its models (PP-OCRv6, small) lie in its package and are named by path, so that it never looks for
one. One thread, one picture at a time; while it works ``alive`` is called several times a second,
since a page takes seconds of computing and a reader that is silent counts as hung.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from indexers.paged.sheets import Line, PlacedWord, Toned
from indexers.records import Picture

LONGEST_SIDE_PX = 2000
_LIVELY_S = 0.3
_LONGEST_CPU_S = 120
LEAST_SURE = 0.5
_INK = 64
_models: list[Any] = []


class Recognised(Struct, frozen=True):
    """Lines in points of the page, and how sure it is of their letters, 0 to 1: on average, and
    line by line. ``unsure`` counts the lines left out because it is hardly sure of them."""

    lines: list[Line]
    sure: float
    sures: tuple[float, ...] = ()
    unsure: int = 0


def recognise(picture: Picture, alive: Callable[[], None]) -> Recognised:
    """Raises MemoryError, and TimeoutError for a picture that takes minutes."""
    if _is_blank(picture):
        return Recognised([], 0.0)
    outcomes: list[Any] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            outcomes.append(_model()(_pixels(picture), return_word_box=True))
        except BaseException as error:  # handed over to the thread that waits
            failed.append(error)

    worker = threading.Thread(target=work, name="ocr", daemon=True)
    begun = time.process_time()
    worker.start()
    while worker.is_alive():
        worker.join(_LIVELY_S)
        alive()
        if time.process_time() - begun > _LONGEST_CPU_S:
            raise TimeoutError
    if failed:
        raise MemoryError if _is_memory(failed[0]) else failed[0]
    return _recognised(outcomes[0], picture.scale)


def _model() -> Any:
    if not _models:
        if sys.modules.get("onnxruntime", sys) is None:  # kept from PyMuPDF, see pdf.py
            del sys.modules["onnxruntime"]
        import cv2
        import rapidocr

        cv2.setNumThreads(1)
        models = Path(rapidocr.__file__).parent / "models"
        _models.append(
            rapidocr.RapidOCR(
                params={
                    "Global.log_level": "critical",
                    "Global.max_side_len": LONGEST_SIDE_PX,
                    "Global.text_score": 0.0,  # it would leave out lines and not tell
                    "Global.use_cls": False,
                    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
                    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
                    "Det.model_path": str(models / "PP-OCRv6_det_small.onnx"),
                    "Rec.model_path": str(models / "PP-OCRv6_rec_small.onnx"),
                    "Rec.rec_batch_num": 1,
                }
            )
        )
    return _models[0]


def _pixels(picture: Picture) -> Any:
    import numpy as np

    return np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)


def _is_blank(picture: Picture) -> bool:
    """Whether all of it has nearly one tone: nothing is drawn there."""
    sample = picture.rgb[:: max(1, len(picture.rgb) // 600_000) | 1]
    return not sample or max(sample) - min(sample) < _INK


def _is_memory(error: BaseException) -> bool:
    return isinstance(error, MemoryError) or "alloc" in str(error).lower()


def _recognised(result: Any, scale: float) -> Recognised:
    if result.txts is None or not result.word_results:
        return Recognised([], 0.0)
    all_lines = list(zip(result.word_results, result.scores, result.boxes, strict=True))
    sure_lines = [(words, sure, box) for words, sure, box in all_lines if sure >= LEAST_SURE]
    unsure = len(all_lines) - len(sure_lines)
    if not sure_lines:
        return Recognised([], 0.0, unsure=unsure)
    heights = sorted(float(box[3][1] - box[0][1]) for _, _, box in sure_lines)
    # Letters take about three quarters of their line; one size for all, since boxes are rough.
    tone = Toned(0.75 * heights[len(heights) // 2] / scale, False, False, 0)
    lines: list[Line] = []
    sures: list[float] = []
    total = weight = 0.0
    for number, (words, sure, _) in enumerate(sure_lines):
        kept = [(text.strip(), box) for text, _, box in words if text.strip()]
        line = Line([_placed(*word, scale, number, at) for at, word in enumerate(kept)])
        line.tone = tone
        if line.words:
            lines.append(line)
            sures.append(float(sure))
            letters = sum(len(word[4]) for word in line.words)
            total += letters * float(sure)
            weight += letters
    return Recognised(lines, total / weight if weight else 0.0, tuple(sures), unsure)


def _placed(text: str, box: Any, scale: float, line: int, place: int) -> PlacedWord:
    xs = [float(x) / scale for x, _ in box]
    ys = [float(y) / scale for _, y in box]
    return (min(xs), min(ys), max(xs), max(ys), text, 0, line, place)
