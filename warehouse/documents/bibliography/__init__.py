"""What a library of works needs: entries out as BibTeX and CSL-JSON, and in from other programs.

The values themselves are in the catalog (``catalog/metadata.py``); here they take the forms that
other programs read. Text from documents is never trusted to be harmless in those forms.
"""
