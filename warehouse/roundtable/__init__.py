"""The round table of the user: opened, listened to, steered, left, taken up again.

    with app.open() as warehouse:
        table = warehouse.tables.begin(NewTable("Bridges over the Lune"))   # on the list at once
        turn = table.next(run)          # the first words come soon; the map grows behind them
        table.say("Who paid for them?") # at any time, from any thread; the next turn answers it
        turn = table.next(run)
        table.now                       # the whole table, frozen: experts, turns, map, evidence
        study, article = table.report(run)  # the map is its outline
        table.export(folder)            # transcript.html .md, map.md .opml .mmd .svg
        table = warehouse.tables.open("2026...")   # by the beginning of its id; goes on

``next(run)`` takes long: it speaks one turn and sorts what was found into the map (``settle``
does the second alone). It shows, by ``run.show``: ``Step`` (stages), ``Speaking`` (the
draft as it grows), and ``Table`` after the turn is spoken and again when the map has grown. It
raises Cancelled where it is stopped: the turn is as if it had not begun, and what the model has
said for it is in the journal.

All else is quick, from any thread, also while a turn is spoken; it is on the disk when it returns,
and returns the new ``Table``. BadInput says what is wrong with it.

    say(text)                              a turn of the user's
    add_expert(name, about), edit_expert(id, name, about), remove_expert(id)
    rename(id, text), move(id, to), merge(id, into), delete(id), add_concept(parent, text)
    pin_concept(id, held), move_evidence(number, to)
    deeper(id)                             the next turn asks for more of this concept; "" for none
    pin_source(document), ban_source(document), free_source(document)

What was said while a turn is spoken goes before it: that turn is begun anew. A change of the map
counts when the turn is spoken.

Kept in ``studies/ID/`` beside what every study has: ``table.json``, the ``Table``, written whole
after each turn and act, and ``transcript.json``, the same as an article for export and report.
Records: warehouse/results/roundtable.py (with ``turns_on``, ``fresh``, ``all_evidence``,
``question_of``). Import ``RoundTable``, ``RoundTables`` and ``NewTable`` from
``warehouse.roundtable.session``.
"""
