"""What people call documents, and asking for them: the parts that signs of questions are made of.

English, German, French and Spanish; Chinese has its own (chinese.py), since no blanks part its
words.
"""

from __future__ import annotations

DOCUMENT = (
    r"(?:documents?|docs|files?|pdfs?|epubs?|e-?books?|spreadsheets?|presentations?"
    r"|items? in my library|dokumente?n?|(?:pdf-)?dateien|fichiers?|documentos?|archivos?)"
)
WRITING = (
    rf"(?:{DOCUMENT}|papers?|reports?|articles?|books?|letters?|e-?mails?|web ?pages?|sources?"
    r"|manuals?|texts|stud(?:y|ies)|minutes|berichte?n?|artikeln?|bücher|briefe?n?|quellen|texte"
    r"|rapports?|livres?|lettres?|textes|informes?|libros?|cartas?|artículos?|textos)"
)
MINE = (
    r"(?:do i (?:\w+ )?have|have i|i have|(?:in|of|is|does|about) (?:my|the|this|our) "
    r"(?:library|warehouse|collection)|my (?:library|documents|files|collection)"
    r"|did i (?:add|import|drop)"
    r"|(?:were|was) added(?! to (?!(?:my|this|our|the (?:library|warehouse|collection))\b)\w+)"
    r"|habe ich|(?:in )?(?:meiner?|der) bibliothek"
    r"|ai-je|(?:ma|la) bibliothèque|tengo|(?:mi|la) biblioteca)"
)
HOW_MANY = r"(?:how many|number of|wie ?viele?|wieviele?|anzahl der|combien de|cuánt[oa]s)"
WHICH = (
    rf"(?:which|what|list|name|show(?: me)?|find|give me|in which|{HOW_MANY}|in how many"
    r"|welche[rsmn]?|zeige?|nenne|liste|quels?|quelles?|montre|qué|cuáles|muestra)"
)
HAVE = (
    r"(?:do (?:i|we) (?:(?:also|already) )?have|have i(?: got)?|(?:is|are) there|habe ich|gibt es"
    r"|ai-je|y a-t-il|est-ce que j'ai|tengo|hay)"
)
ANYTHING = r"(?:anything|something|everything|nothing|etwas|irgendetwas|quelque chose|algo)"
TELLS = (
    r"(?:mention\w*|contain\w*|discuss\w*|deal\w* with|say\w*|tell\w*|describe\w*|refer\w*|cover\w*"
    r"|speak\w*|talk\w*|nam(?:e|es|ed|ing)|cit\w+|concern\w*|regarding|about"
    r"|on the (?:subject|topic)"
    r"|erwähn\w+|handeln|über|enthalten|sprechen|nennen|mentionn\w+|parl\w+|contien\w+|sur|sobre"
    r"|habla\w*|mencion\w+|tratan)"
)
UTMOST = (
    r"(?:newest|latest|oldest|longest|shortest|largest|biggest|smallest|most recent|last added"
    r"|recently added|neueste\w*|älteste\w*|längste\w*|kürzeste\w*|größte\w*|kleinste\w*)"
)
