-- expand
-- Work of a cutoff or a report schedule that was removed is deleted. A process of an earlier release
-- leaves it, and shows it as late.
grant delete on business_work to sixdoors_app;
