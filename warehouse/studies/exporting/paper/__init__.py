"""A paper to hand in: an answer or article with a list of references, in the formats of the field.

    wishes.py         what can be asked for: formats, styles, evidence
    styles.py         citation styles (CSL): four by name, and any file
    references.py     the documents that are cited, as entries; those that are gone, too
    tree.py           pandoc's tree: words, headings, links, tables, metadata
    prose_tree.py     text with its citations, by way of the one renderer
    pictures.py       figures of the sources, in the tree or as files beside it
    terms.py          words that a paper has of its own, in the language of its text
    document.py       the whole tree: title, sections, evidence
    led_to.py         entries of the references as places that a word processor keeps
    latex.py          LaTeX in every script: its fonts, and what runs to the other side
    pandoc.py         the one file that knows pandoc: a tree becomes a file, shut in
    page.py           one page of HTML that stands alone, and the same for PDF
    paper.py          what is asked for, written to the disk

Text of documents and models is data in all of it: it becomes words of a tree, never the source of
a format, and the tree holds no raw HTML and no raw LaTeX.
"""
