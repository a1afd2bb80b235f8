ALTER TABLE `mcp_connections` ADD `used_at` integer;--> statement-breakpoint
ALTER TABLE `mcp_connections` ADD `family_hash` text;--> statement-breakpoint
CREATE INDEX `mcp_connections_family` ON `mcp_connections` (`family_hash`);