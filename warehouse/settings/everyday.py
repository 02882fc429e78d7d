"""The settings that everybody may want to change, in plain words."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from warehouse.settings.described import described

Effort = Literal["quick", "thorough", "auto"]


class EverydaySettings(Struct, frozen=True, kw_only=True):
    theme: Annotated[
        Literal["system", "light", "dark"],
        described(
            "Colours",
            "Ink on paper, or light on dark.",
            part="Look and place",
            words={"system": "As the system has them", "light": "Light", "dark": "Dark"},
            also="dark light mode colours appearance night",
        ),
    ] = "system"
    pages_at_night: Annotated[
        Literal["dimmed", "white", "dark"],
        described(
            "Pages in the dark",
            "How pages of documents look while the colours are dark.",
            words={"dimmed": "Dimmed paper", "white": "White paper", "dark": "Light on dark"},
        ),
    ] = "dimmed"
    warehouse: Annotated[
        str,
        described(
            "Folder of the library",
            "Where your documents, their index and all answers are kept.",
            takes="next start",
            automatic="Muniment's own folder",
            also="directory path location storage",
        ),
    ] = ""
    close_encrypted_after: Annotated[
        Literal["5", "15", "60", "never"],
        described(
            "Close an encrypted library",
            "When nobody touches keys or mouse and nothing is in work. Its passphrase opens it.",
            words={
                "5": "After 5 minutes",
                "15": "After 15 minutes",
                "60": "After an hour",
                "never": "When the window closes",
            },
        ),
    ] = "15"

    # Answers
    effort: Annotated[
        Effort,
        described(
            "How thorough",
            "Quick: one search, and more where that does not answer. Thorough: step by step, with "
            "a vote at the end; it takes several times as long.",
            part="Answers and articles",
            words={
                "quick": "Quick",
                "thorough": "Thorough",
                "auto": "Thorough where it is needed",
            },
        ),
    ] = "quick"
    absence: Annotated[
        bool,
        described(
            "Say what is not there",
            "Where your documents do not hold the answer, that is said in place of an answer.",
        ),
    ] = True
    thoughts: Annotated[
        bool,
        described(
            "Keep thoughts",
            "What an answer found out is kept, with the words it rests on, and used for later "
            "questions.",
        ),
    ] = False
    article_words: Annotated[
        int,
        described(
            "Length of an article",
            "What is aimed at; each article can say otherwise.",
            unit="words",
            ge=150,
            le=10000,
        ),
    ] = 900

    article_purpose: Annotated[
        str,
        described("Purpose of an article", "What it is for: to decide, to teach, to report."),
    ] = ""
    article_readers: Annotated[
        str,
        described("Readers of an article", "Whom it is written for, and what they know."),
    ] = ""
    article_style: Annotated[
        str,
        described("Style of an article", "How it should sound: plain, scholarly, vivid."),
    ] = ""
    article_language: Annotated[
        str,
        described(
            "Language of an article",
            "The language it is written in, whatever its sources speak. Where they speak several "
            "and none is chosen, it is that of the topic or of most.",
            automatic="That of the sources",
        ),
    ] = ""
    outline_first: Annotated[
        bool,
        described(
            "Shape the outline first",
            "Stop when the outline of an article is drafted: change it, then go on.",
        ),
    ] = False

    # Models
    model: Annotated[
        str,
        described(
            "Model that answers",
            "Larger ones understand and write better, and are slower.",
            part="Models",
            takes="next load",
            also="llm gguf language model",
        ),
    ] = "qwen2.5-coder-1.5b"
    processing_model: Annotated[
        str,
        described(
            "Second model",
            "A lighter one for work on the side: it says what each document is about, and which "
            "need not be read for a question.",
            takes="next load",
            automatic="The model that answers",
            also="llm gguf language model",
        ),
    ] = ""
    embedder: Annotated[
        str,
        described(
            "Model that finds by meaning",
            "Another one makes the index anew in the background, which can take long.",
        ),
    ] = "all-minilm-l6-v2"
    found_folder: Annotated[
        str,
        described(
            "Folder with models",
            "Looked through for model files, beside the folders of other programs.",
            automatic="None",
        ),
    ] = ""

    # Documents
    ocr: Annotated[
        Literal["needed", "off"],
        described(
            "Read scanned pages",
            "Pages that are pictures of text: Latin and Greek letters, Chinese and Japanese.",
            part="Documents",
            takes="next start",
            words={"needed": "Wherever a page has no text", "off": "Only pages I ask for"},
        ),
    ] = "needed"
    model_headers: Annotated[
        bool,
        described(
            "Say what each document is about",
            "The model writes it in the background, while nobody waits for it.",
        ),
    ] = True
    web_pages: Annotated[
        bool,
        described(
            "Fetch web pages",
            "By their address, when you ask for one. You are asked once for each site. Off: none.",
        ),
    ] = False
    mcp_may_change: Annotated[
        bool,
        described(
            "Programs may add documents",
            "Those you have given the library to (muniment mcp) may add any file that you can "
            "read. Off: they only read and ask.",
        ),
    ] = False

    # A model server in place of the model
    endpoint: Annotated[
        str,
        described(
            "Address",
            "A model server that is to think instead, as in http://127.0.0.1:8080. The text goes "
            "there.",
            part="A model server in place of the model",
            automatic="None",
            max_length=300,
            also="openai ollama url remote api",
        ),
    ] = ""
    endpoint_model: Annotated[
        str,
        described(
            "Its model",
            "By the name the server gives it.",
            automatic="The first it names",
            max_length=300,
        ),
    ] = ""
    endpoint_hosts: Annotated[
        str,
        described(
            "Other computers it may be on",
            "Their names or addresses, with commas between them. The text of your documents goes "
            "there.",
            automatic="This computer alone",
            max_length=2000,
        ),
    ] = ""
