from encrypted_library import encrypted as encrypted
