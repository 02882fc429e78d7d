"""Files to text. No model, no database, no Qt, no network."""

from indexers import no_telemetry

no_telemetry.silence_this_process()
