"""The outline of an article: headings, and under each the evidence that its section is told from.

    outlining.py     several drafts are sampled, the best of them is chosen
    material.py, ranked.py   what the drafts are made from: structure, and evidence by nearness
    drafting.py, suiting.py, sharing.py   a draft, its purpose, and where evidence belongs
    grouping.py, subsections.py, snippets.py   evidence by paragraphs, long sections, use of each
    borne_out.py     a heading that its evidence does not bear out is named anew
    map_outline.py   a mind map taken for an outline
    outline_file.py, kept_outline.py   kept beside its study, and taken up again
    outline_history.py   what it was before each change

Knows the sentences' rules, and nothing of how a section is written.
"""
