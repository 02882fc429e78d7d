"""LanceDB: tables of passages and headers, their indexes and conditions. Can be rebuilt."""
