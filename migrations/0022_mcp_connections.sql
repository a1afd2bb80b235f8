CREATE TABLE `mcp_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`redirect_uris` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `mcp_clients_created` ON `mcp_clients` (`created_at`);--> statement-breakpoint
CREATE TABLE `mcp_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`project_id` text NOT NULL,
	`client_id` text NOT NULL,
	`client_name` text NOT NULL,
	`scopes` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`challenge` text NOT NULL,
	`expires_at` integer NOT NULL,
	`connection_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mcp_codes_expiry` ON `mcp_codes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `mcp_codes_user` ON `mcp_codes` (`user_id`);--> statement-breakpoint
CREATE INDEX `mcp_codes_project` ON `mcp_codes` (`project_id`);--> statement-breakpoint
CREATE TABLE `mcp_connections` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`project_id` text NOT NULL,
	`client_id` text NOT NULL,
	`client_name` text NOT NULL,
	`scopes` text NOT NULL,
	`access_hash` text NOT NULL,
	`access_expires_at` integer NOT NULL,
	`refresh_hash` text NOT NULL,
	`used_refresh_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mcp_connections_access` ON `mcp_connections` (`access_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `mcp_connections_refresh` ON `mcp_connections` (`refresh_hash`);--> statement-breakpoint
CREATE INDEX `mcp_connections_used_refresh` ON `mcp_connections` (`used_refresh_hash`);--> statement-breakpoint
CREATE INDEX `mcp_connections_user` ON `mcp_connections` (`user_id`);--> statement-breakpoint
CREATE INDEX `mcp_connections_project` ON `mcp_connections` (`project_id`);--> statement-breakpoint
CREATE INDEX `mcp_connections_expiry` ON `mcp_connections` (`expires_at`);