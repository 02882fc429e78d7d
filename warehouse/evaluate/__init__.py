"""The papers' metrics and the benchmarks, on real data, with machine and versions."""
