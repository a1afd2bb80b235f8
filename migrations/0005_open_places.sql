CREATE TABLE `open_places` (
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`user_id` text NOT NULL,
	`project_id` text NOT NULL,
	`place` text NOT NULL,
	`opened_at` integer NOT NULL,
	PRIMARY KEY(`actor_kind`, `actor_id`, `project_id`, `place`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `open_places_member` ON `open_places` (`project_id`,`user_id`);