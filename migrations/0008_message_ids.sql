-- Area B: numbers that tell the parser's answers apart. A process takes 1,000 at a time; with the
-- second in front of them they may come round again after ten thousand million.

create sequence parser_message_ids
  increment by 1000 minvalue 0 maxvalue 9999999000 start with 0 cycle;

grant usage on sequence parser_message_ids to sixdoors_app;
