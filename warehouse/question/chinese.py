"""Signs of the kind of a question in Chinese, which is written without blanks between words."""

from __future__ import annotations

import re

from msgspec import Struct

from warehouse.results.provenance import QuestionKind

_FILE = "(?:文件|文档|资料|文献|论文|报告|书籍|文章|网页|邮件|PDF)"
_ALL = rf"(?:所有|全部|这些|我的)?(?:的)?(?:{_FILE}|图书馆|文库|资料库|收藏|内容)"
_TELLS = "(?:提到|提及|谈到|谈论|讨论|涉及|关于|包含|描述|介绍|说到)"
_MANY = "(?:多少|几)(?:个|份|篇|本|页|种)?"
_ABOUT = "(?:我|库中|图书馆|资料库|收藏)"
_FORMS: tuple[tuple[QuestionKind, str], ...] = (
    (
        "chat",
        r"^(?:你好|您好|嗨|谢谢(?:你|您)?|多谢|再见|早上好|晚上好|你是谁|你会做什么)[!！。.？?吗呢啊]*$",
    ),
    (
        "library",
        rf"(?:无法|不能|没能|没有)(?:被)?(?:读取|阅读|打开|读)|{_FILE}.*(?:读不了|打不开|加密)",
    ),
    (
        "summary",
        rf"^(?:请)?(?:帮我)?(?:总结|概括|归纳|综述)|{_ALL}.*(?:摘要|概述|讲(?:了)?什么|关于什么)",
    ),
    (
        "since",
        "从(?:什么时候|何时|哪一?年)|自何时|什么时候开始|何时开始|最早(?:的)?(?:提到|提及|记录|记载)",
    ),
    ("count", rf"{_MANY}{_FILE}.*{_TELLS}|{_FILE}.*{_TELLS}.*{_MANY}"),
    (
        "list",
        rf"(?:哪些|什么|哪几[个份篇]|列出).{{0,4}}{_FILE}.*{_TELLS}|{_TELLS}.*的{_FILE}有哪些",
    ),
    ("library", rf"{_ABOUT}?.*{_MANY}.{{0,8}}{_FILE}|{_FILE}.{{0,4}}{_MANY}[个份篇本页]?[？?]?$"),
    ("library", rf"(?:哪些|列出).{{0,8}}{_FILE}[？?。]?$|{_FILE}(?:是|有)?(?:哪些|什么语言)"),
    ("list", "^(?:请)?(?:列出|列举)|有哪些|哪几[个种位]"),
    ("compare", "区别|不同|差异|相比|比较"),
)
_SIGNS = tuple((kind, re.compile(form, re.IGNORECASE)) for kind, form in _FORMS)
_HAN = re.compile("[\u4e00-\u9fff]")


class Told(Struct, frozen=True):
    """The kind, and the words that told it."""

    kind: QuestionKind
    why: str


def read(question: str) -> Told | None:
    """The first sign of a question in Chinese; None where there is none."""
    if not _HAN.search(question):
        return None
    every = ((kind, form.search(question)) for kind, form in _SIGNS)
    return next((Told(kind, found.group()) for kind, found in every if found), None)


class About(Struct, frozen=True):
    """What a list is about, as ``topics.Topic`` tells it."""

    words: str
    documents: bool
    named: bool


_OF_FILES = re.compile(rf"{_FILE}.{{0,4}}?(?P<tells>{_TELLS})(?:了|过)?(?P<what>[^？?。的]+)", re.I)
_FILES_OF = re.compile(
    rf"(?P<tells>{_TELLS})(?:了|过)?(?P<what>[^？?。]+?)的{_FILE}", re.IGNORECASE
)
_NAMED = re.compile("提到|提及|包含|说到")
_ASKS = re.compile(
    r"^(?:请|帮我)*(?:列出|列举|有哪些|哪些|有多少[个种位]?|多少[个种位]?|所有|全部|从什么时候开始|什么时候开始)+"
    r"|(?:有|是)?(?:哪些|什么)$|(?:的)?最早(?:的)?(?:提到|记录|记载).*$"
)


def topic(question: str) -> About | None:
    """The topic of a list, a count or a beginning asked for in Chinese; None in other scripts."""
    if not _HAN.search(question):
        return None
    asked = question.strip(" ？?。！")
    if found := _OF_FILES.search(asked) or _FILES_OF.search(asked):
        return About(found["what"].strip(), True, bool(_NAMED.match(found["tells"])))
    return About(_ASKS.sub("", asked).strip() or asked, False, False)
