"""The right pane of the Library: all that is known of the documents selected, part by part."""
