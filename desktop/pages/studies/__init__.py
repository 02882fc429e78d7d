"""What Ask and Write share: a study as it begins, runs, halts, is steered and shows its proof."""
