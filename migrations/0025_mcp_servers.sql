CREATE TABLE `mcp_servers` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`header_names` text NOT NULL,
	`headers` text,
	`risk` text NOT NULL,
	`tool_risks` text NOT NULL,
	`enabled` integer NOT NULL,
	`state` text NOT NULL,
	`error` text,
	`revision` text,
	`tools` text NOT NULL,
	`left_out` text NOT NULL,
	`read_at` integer,
	`origin` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mcp_servers_name` ON `mcp_servers` (`project_id`,`name`);