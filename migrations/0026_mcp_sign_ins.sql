CREATE TABLE `mcp_sign_ins` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`server_id` text NOT NULL,
	`session_id` text NOT NULL,
	`kept` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`server_id`) REFERENCES `mcp_servers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mcp_sign_ins_server` ON `mcp_sign_ins` (`server_id`);--> statement-breakpoint
CREATE INDEX `mcp_sign_ins_session` ON `mcp_sign_ins` (`session_id`);--> statement-breakpoint
CREATE INDEX `mcp_sign_ins_expiry` ON `mcp_sign_ins` (`expires_at`);--> statement-breakpoint
ALTER TABLE `mcp_servers` ADD `auth` text;--> statement-breakpoint
ALTER TABLE `mcp_servers` ADD `refreshing_until` integer;