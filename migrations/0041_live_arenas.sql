CREATE TABLE `live_arenas` (
	`user_id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`origin` text NOT NULL,
	`player_id` integer NOT NULL,
	`player_name` text NOT NULL,
	`sealed` text NOT NULL,
	`last_four` text NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
