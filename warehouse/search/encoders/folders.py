"""What an embedder's folder says about itself, read without loading it.

The fast way takes BERT models whose sentence is the mean of its tokens, which is what most small
embedders are; whatever is not described as exactly that goes the reference's way.
"""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

Way = Literal["fast", "reference"]
Precision = Literal["bf16", "f32"]
WEIGHTS = "model.safetensors"
DIMENSION_WHEN_ABSENT = 384
_ORDINARY = {"model_type": "bert", "hidden_act": "gelu", "position_embedding_type": "absolute"}
_ENGLISH = re.compile(
    r"all-(minilm|mpnet|roberta|distilroberta)|(e5|gte)-(small|base|large)|bge-(small|base|large)-en"
    r"|multi-qa-|msmarco-(minilm|distilbert|bert)",
    re.IGNORECASE,
)
_MODULES = (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"])


class Shape(Struct, frozen=True):
    """The numbers of a BERT model; ``longest`` is in tokens, the two marks included."""

    layers: int
    heads: int
    width: int
    epsilon: float
    longest: int


def is_embedder(folder: Path) -> bool:
    """Are the weights of one in it?"""
    return (folder / WEIGHTS).is_file()


def files(folder: Path) -> list[Path]:
    """What who loads it reads: a folder of a shared cache holds links to where its files are."""
    return [folder, *(file.resolve() for file in folder.rglob("*") if file.is_symlink())]


def way(folder: Path) -> Way:
    return "fast" if shape(folder) is not None else "reference"


def spoken(name: str) -> frozenset[str]:
    """The languages a model knows, told by its name; empty where it knows many, or nobody knows."""
    return frozenset(["en"]) if _ENGLISH.match(name) else frozenset()


def precision() -> Precision:
    """What products are computed in: bfloat16 where the processor says that it multiplies it."""
    with contextlib.suppress(OSError):
        flags = Path("/proc/cpuinfo").read_text("utf-8").partition("flags")[2].partition("\n")[0]
        if {"avx512_bf16", "amx_bf16"} & set(flags.split()):
            return "bf16"
    return "f32"


def shape(folder: Path) -> Shape | None:
    """None where the model is not one for the fast way."""
    config = described(folder, "config.json")
    pooling = described(folder, "1_Pooling/config.json")
    modes = {key for key, on in pooling.items() if key.startswith("pooling_mode") and on is True}
    ordinary = all(config.get(key, value) == value for key, value in _ORDINARY.items())
    prompts = described(folder, "config_sentence_transformers.json").get("default_prompt_name")
    if (
        not ordinary
        or "model_type" not in config
        or modes != {"pooling_mode_mean_tokens"}
        or _modules(folder) not in _MODULES
        or prompts
        or not (folder / "tokenizer.json").is_file()
    ):
        return None
    try:
        longest = described(folder, "sentence_bert_config.json").get("max_seq_length")
        return Shape(
            layers=int(config["num_hidden_layers"]),
            heads=int(config["num_attention_heads"]),
            width=int(config["hidden_size"]),
            epsilon=float(config.get("layer_norm_eps", 1e-12)),
            longest=int(longest or config["max_position_embeddings"]),
        )
    except (KeyError, TypeError, ValueError):
        return None


def dimension(folder: Path) -> int:
    """Of the vectors; a usual one where nothing is described."""
    for file, key in (
        ("1_Pooling/config.json", "word_embedding_dimension"),
        ("config.json", "hidden_size"),
    ):
        width = described(folder, file).get(key)
        if isinstance(width, int) and width > 0:
            return width
    return DIMENSION_WHEN_ABSENT


def described(folder: Path, file: str) -> dict[str, Any]:
    """A JSON object; empty where there is none."""
    with contextlib.suppress(OSError, ValueError):
        content = json.loads((folder / file).read_text("utf-8"))
        if isinstance(content, dict):
            return content
    return {}


def _modules(folder: Path) -> list[str]:
    with contextlib.suppress(OSError, ValueError, AttributeError, TypeError):
        modules = json.loads((folder / "modules.json").read_text("utf-8"))
        return [str(module.get("type", "")).rpartition(".")[2] for module in modules]
    return []
