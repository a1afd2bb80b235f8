CREATE INDEX `automations_author` ON `automations` (`created_by`);--> statement-breakpoint
CREATE INDEX `deliveries_asked` ON `deliveries` (`asked_by`) WHERE asked_by is not null;