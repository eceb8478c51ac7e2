-- Webhooks of chat services: a request body that the owner writes, and what such a service requires of the request.
alter table webhooks
  -- A JSON text with placeholders; null: the signed event.
  add column template text,
  add column method text not null default 'POST' check (method in ('POST', 'PUT')),
  -- A header that is sent with every call, so it cannot be kept as a hash.
  add column "authorization" text;
