-- Nothing ever looked for a card by its fingerprint: what is not kept cannot leak.
alter table vault drop column fingerprint;
