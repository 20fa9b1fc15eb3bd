-- Addresses that somebody may still take back: whoever registers asks for them.
create index mail_token_kept_idx on mail_token (lower(email)) where kind = 'undo-email' and used_at is null;
