CREATE TABLE `branch_people` (
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`conversation_id`, `user_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `branch_people_user` ON `branch_people` (`user_id`);--> statement-breakpoint
CREATE TABLE `changes` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`conversation_id` text,
	`what` text NOT NULL,
	`subject` text,
	`before` text,
	`after` text,
	`author_kind` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `changes_project` ON `changes` (`project_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `changes_author` ON `changes` (`author_id`,`id`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`title` text NOT NULL,
	`title_source` text NOT NULL,
	`mode` text NOT NULL,
	`model` text,
	`effort` text,
	`budget` text,
	`last_run_id` text,
	`last_run_state` text,
	`last_run_verdict` text,
	`pinned` integer DEFAULT false NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`folder` text,
	`deleted_at` integer,
	`branched_from_conversation` text,
	`branched_from_message` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`branched_from_conversation`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `conversations_project_updated` ON `conversations` (`project_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `conversations_listed` ON `conversations` (`project_id`,`archived`,`pinned`,`updated_at`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `conversations_folder` ON `conversations` (`project_id`,`folder`) WHERE folder is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `conversations_trash` ON `conversations` (`project_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `conversations_branches` ON `conversations` (`branched_from_conversation`,`created_at`) WHERE branched_from_conversation is not null;--> statement-breakpoint
CREATE INDEX `conversations_needs_you` ON `conversations` (`project_id`) WHERE last_run_state = 'waiting_approval';--> statement-breakpoint
CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`tool` text NOT NULL,
	`action` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `grants_in_force` ON `grants` (`project_id`,`tool`,`action`,`subject`) WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX `grants_project` ON `grants` (`project_id`);--> statement-breakpoint
CREATE INDEX `grants_created_by` ON `grants` (`created_by`);--> statement-breakpoint
CREATE TABLE `members` (
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `user_id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `members_user` ON `members` (`user_id`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`role` text NOT NULL,
	`text` text NOT NULL,
	`author_kind` text,
	`author_id` text,
	`author_name` text,
	`run_id` text,
	`created_at` integer NOT NULL,
	`seq` integer,
	`ui` text,
	`model` text,
	PRIMARY KEY(`conversation_id`, `id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `messages_conversation` ON `messages` (`conversation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `messages_author` ON `messages` (`author_id`) WHERE author_id is not null;--> statement-breakpoint
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
CREATE INDEX `open_places_member` ON `open_places` (`project_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `pairings` (
	`id` text PRIMARY KEY NOT NULL,
	`device_code_hash` text NOT NULL,
	`user_code` text NOT NULL,
	`host` text NOT NULL,
	`platform` text NOT NULL,
	`folder` text NOT NULL,
	`address` text NOT NULL,
	`place` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`interval_ms` integer NOT NULL,
	`next_poll_at` integer NOT NULL,
	`state` text NOT NULL,
	`project_id` text,
	`decided_by` text,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pairings_device_code` ON `pairings` (`device_code_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `pairings_user_code` ON `pairings` (`user_code`);--> statement-breakpoint
CREATE INDEX `pairings_expiry` ON `pairings` (`expires_at`);--> statement-breakpoint
CREATE INDEX `pairings_address` ON `pairings` (`address`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`budget` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `relay_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`label` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`created_by` text,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `relay_tokens_token_hash` ON `relay_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `relay_tokens_project` ON `relay_tokens` (`project_id`);--> statement-breakpoint
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`author_kind` text DEFAULT 'session' NOT NULL,
	`author_id` text DEFAULT '' NOT NULL,
	`author_name` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`model` text NOT NULL,
	`error_code` text,
	`steps` integer NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `runs_conversation` ON `runs` (`conversation_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `runs_user` ON `runs` (`user_id`);--> statement-breakpoint
CREATE TABLE `usage` (
	`run_id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`conversation_id` text,
	`user_id` text NOT NULL,
	`author_kind` text DEFAULT 'session' NOT NULL,
	`author_id` text DEFAULT '' NOT NULL,
	`model` text NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cache_read_tokens` integer NOT NULL,
	`cache_write_tokens` integer NOT NULL,
	`reasoning_tokens` integer,
	`estimated_tokens` integer,
	`cost_usd` real,
	`priced_usd` real DEFAULT 0 NOT NULL,
	`unpriced_calls` integer DEFAULT 0 NOT NULL,
	`calls` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `usage_conversation` ON `usage` (`conversation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `usage_project_person` ON `usage` (`project_id`,`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `usage_user` ON `usage` (`user_id`,`run_id`);--> statement-breakpoint
CREATE INDEX `usage_project` ON `usage` (`project_id`,`created_at`,`priced_usd`,`unpriced_calls`);--> statement-breakpoint
CREATE INDEX `usage_person` ON `usage` (`user_id`,`created_at`,`priced_usd`,`unpriced_calls`);--> statement-breakpoint
CREATE TABLE `usage_totals` (
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`runs` integer NOT NULL,
	`priced_runs` integer NOT NULL,
	`cost_usd` real NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cache_read_tokens` integer NOT NULL,
	`cache_write_tokens` integer NOT NULL,
	`reasoning_tokens` integer DEFAULT 0 NOT NULL,
	`estimated_tokens` integer DEFAULT 0 NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `user_id`)
);
--> statement-breakpoint
CREATE TABLE `account_skills` (
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`instructions` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `name`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `api_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`label` text NOT NULL,
	`token_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_token_hash` ON `api_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `api_tokens_user` ON `api_tokens` (`user_id`);--> statement-breakpoint
CREATE TABLE `identities` (
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `merged_trials` (
	`trial_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`merged_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `merged_trials_user` ON `merged_trials` (`user_id`);--> statement-breakpoint
CREATE INDEX `merged_trials_at` ON `merged_trials` (`merged_at`);--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text,
	`client` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_client` ON `passkey_challenges` (`client`);--> statement-breakpoint
CREATE INDEX `passkey_challenges_expiry` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`aaguid` text NOT NULL,
	`name` text NOT NULL,
	`backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`client` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_failures` (
	`client` text PRIMARY KEY NOT NULL,
	`window_started_at` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_failures_window` ON `sign_in_failures` (`window_started_at`);--> statement-breakpoint
CREATE TABLE `sign_in_tickets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`ticket` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_tickets_expiry` ON `sign_in_tickets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`email` text,
	`anonymous` integer DEFAULT false NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_one_owner` ON `users` (`role`) WHERE role = 'owner';--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_trials` ON `users` (`created_at`) WHERE anonymous = 1;--> statement-breakpoint
CREATE TABLE `share_visits` (
	`id` text PRIMARY KEY NOT NULL,
	`share_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`name` text NOT NULL,
	`user_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_visits_secret_hash` ON `share_visits` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `share_visits_share` ON `share_visits` (`share_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `share_visits_user` ON `share_visits` (`user_id`);--> statement-breakpoint
CREATE TABLE `shares` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`conversation_id` text,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`label` text NOT NULL,
	`sign_in_required` integer NOT NULL,
	`scene` integer NOT NULL,
	`exports` integer NOT NULL,
	`uses_left` integer,
	`visits` integer DEFAULT 0 NOT NULL,
	`expires_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_token_hash` ON `shares` (`token_hash`);--> statement-breakpoint
CREATE INDEX `shares_project` ON `shares` (`project_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `shares_conversation` ON `shares` (`conversation_id`);--> statement-breakpoint
CREATE TABLE `audit` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text,
	`user_id` text,
	`event` text NOT NULL,
	`subject` text,
	`detail` text,
	`author_kind` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL,
	`refused` text,
	`times` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_project` ON `audit` (`project_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_user` ON `audit` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_age` ON `audit` (`created_at`);--> statement-breakpoint
CREATE TABLE `invitation_uses` (
	`id` text PRIMARY KEY NOT NULL,
	`invitation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`accepted_at` integer NOT NULL,
	FOREIGN KEY (`invitation_id`) REFERENCES `invitations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_uses_person` ON `invitation_uses` (`invitation_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`email` text,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`max_uses` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_hash` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitations_project` ON `invitations` (`project_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `invitations_inviter` ON `invitations` (`invited_by`);--> statement-breakpoint
CREATE TABLE `automations` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`enabled` integer NOT NULL,
	`trigger` text NOT NULL,
	`condition` text,
	`template` text NOT NULL,
	`mode` text NOT NULL,
	`model` text,
	`budget` text,
	`concurrency` text NOT NULL,
	`without_editor` text,
	`conversation` text DEFAULT 'new' NOT NULL,
	`conversation_id` text,
	`secret` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `automations_project` ON `automations` (`project_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `automations_author` ON `automations` (`created_by`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`automation_id` text NOT NULL,
	`delivery_id` text NOT NULL,
	`source` text NOT NULL,
	`replay_of` text,
	`asked_by` text,
	`received_at` integer NOT NULL,
	`address` text NOT NULL,
	`headers` text NOT NULL,
	`payload` text NOT NULL,
	`payload_bytes` integer NOT NULL,
	`verdict` text,
	`error` text,
	`conversation_id` text,
	`run_id` text,
	`scheduled_at` integer,
	`missed` integer DEFAULT 0 NOT NULL,
	`depth` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`automation_id`) REFERENCES `automations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_delivery` ON `deliveries` (`automation_id`,`delivery_id`);--> statement-breakpoint
CREATE INDEX `deliveries_asked` ON `deliveries` (`asked_by`) WHERE asked_by is not null;--> statement-breakpoint
CREATE INDEX `deliveries_received` ON `deliveries` (`automation_id`,`received_at`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`automation_id` text NOT NULL,
	`target` text NOT NULL,
	`destination` text,
	`user_id` text,
	`outcomes` text NOT NULL,
	`enabled` integer NOT NULL,
	`off` text,
	`secret` text,
	`origin` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`automation_id`) REFERENCES `automations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reports_automation` ON `reports` (`automation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_user` ON `reports` (`user_id`);--> statement-breakpoint
CREATE TABLE `dollar_budgets` (
	`subject` text PRIMARY KEY NOT NULL,
	`usd_per_day` real,
	`usd_per_month` real,
	`unknown_stops` integer NOT NULL,
	`warned_day` text,
	`warned_day_run` text,
	`warned_month` text,
	`warned_month_run` text
);
--> statement-breakpoint
CREATE TABLE `running_spend` (
	`run_id` text PRIMARY KEY NOT NULL,
	`counted_by` text NOT NULL,
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`usd` real NOT NULL,
	`unpriced_calls` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `running_spend_counted_by` ON `running_spend` (`counted_by`);--> statement-breakpoint
CREATE INDEX `running_spend_project` ON `running_spend` (`project_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `running_spend_person` ON `running_spend` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `running_spend_updated` ON `running_spend` (`updated_at`);--> statement-breakpoint
CREATE TABLE `allowances` (
	`subject` text PRIMARY KEY NOT NULL,
	`plan` text,
	`limits` text,
	`suspended_at` integer,
	`suspended_for` text
);
--> statement-breakpoint
CREATE INDEX `allowances_suspended` ON `allowances` (`suspended_at`);--> statement-breakpoint
CREATE TABLE `conversation_sizes` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`bytes` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `conversation_sizes_project` ON `conversation_sizes` (`project_id`,`bytes`);--> statement-breakpoint
CREATE TABLE `quota_use` (
	`subject` text NOT NULL,
	`period` text NOT NULL,
	`runs` integer NOT NULL,
	`tokens` integer NOT NULL,
	PRIMARY KEY(`subject`, `period`)
);
--> statement-breakpoint
CREATE INDEX `quota_use_period` ON `quota_use` (`period`);--> statement-breakpoint
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
	`used_at` integer,
	`family_hash` text,
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
CREATE INDEX `mcp_connections_family` ON `mcp_connections` (`family_hash`);--> statement-breakpoint
CREATE INDEX `mcp_connections_user` ON `mcp_connections` (`user_id`);--> statement-breakpoint
CREATE INDEX `mcp_connections_project` ON `mcp_connections` (`project_id`);--> statement-breakpoint
CREATE INDEX `mcp_connections_expiry` ON `mcp_connections` (`expires_at`);--> statement-breakpoint
CREATE TABLE `mcp_servers` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`header_names` text NOT NULL,
	`headers` text,
	`auth` text,
	`refreshing_until` integer,
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
CREATE UNIQUE INDEX `mcp_servers_name` ON `mcp_servers` (`project_id`,`name`);--> statement-breakpoint
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
CREATE TABLE `favourite_models` (
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`user_id`, `name`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `listed_models` (
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`models` text NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `provider`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `model_endpoints` (
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`sealed` text,
	`last_four` text,
	`models` text NOT NULL,
	`read_at` integer NOT NULL,
	`origin` text NOT NULL,
	PRIMARY KEY(`user_id`, `name`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `model_facts` (
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`own` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `name`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `model_keys` (
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`sealed` text NOT NULL,
	`last_four` text NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `provider`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `server_key_use` (
	`user_id` text NOT NULL,
	`period` text NOT NULL,
	`tokens` integer NOT NULL,
	`usd` real NOT NULL,
	PRIMARY KEY(`user_id`, `period`)
);
--> statement-breakpoint
CREATE INDEX `server_key_use_period` ON `server_key_use` (`period`);--> statement-breakpoint
CREATE TABLE `arena_battles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mode` text NOT NULL,
	`status` text NOT NULL,
	`started_by` integer,
	`pair` text,
	`settings` text NOT NULL,
	`seed` integer NOT NULL,
	`engine_version` integer NOT NULL,
	`left_out` text NOT NULL,
	`rounds` text,
	`result` text,
	`factor` real,
	`suicide_nullified` integer DEFAULT false NOT NULL,
	`error` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`started_by`) REFERENCES `arena_players`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `arena_battles_recent` ON `arena_battles` (`mode`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `arena_battles_pair` ON `arena_battles` (`pair`,`finished_at`) WHERE pair is not null;--> statement-breakpoint
CREATE INDEX `arena_battles_running` ON `arena_battles` (`started_by`) WHERE status = 'running';--> statement-breakpoint
CREATE INDEX `arena_battles_started_by` ON `arena_battles` (`started_by`);--> statement-breakpoint
CREATE TABLE `arena_commits` (
	`seq` integer PRIMARY KEY NOT NULL,
	`battle_id` integer NOT NULL,
	FOREIGN KEY (`battle_id`) REFERENCES `arena_battles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `arena_commits_battle` ON `arena_commits` (`battle_id`);--> statement-breakpoint
CREATE TABLE `arena_players` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`user_id` text,
	`key_hash` text,
	`left_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `arena_players_name` ON `arena_players` (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX `arena_players_key` ON `arena_players` (`key_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `arena_players_user` ON `arena_players` (`user_id`);--> statement-breakpoint
CREATE TABLE `arena_ratings` (
	`player_id` integer NOT NULL,
	`mode` text NOT NULL,
	`rating` real NOT NULL,
	`deviation` real NOT NULL,
	`volatility` real NOT NULL,
	`shown` integer NOT NULL,
	`wins` integer DEFAULT 0 NOT NULL,
	`losses` integer DEFAULT 0 NOT NULL,
	`ties` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`player_id`, `mode`),
	FOREIGN KEY (`player_id`) REFERENCES `arena_players`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `arena_ratings_rank` ON `arena_ratings` (`mode`,`shown`,`player_id`);--> statement-breakpoint
CREATE TABLE `arena_sides` (
	`battle_id` integer NOT NULL,
	`slot` integer NOT NULL,
	`mode` text NOT NULL,
	`player_id` integer,
	`is_stock_bot` integer NOT NULL,
	`name` text,
	`warrior_name` text NOT NULL,
	`source_hash` text,
	`placement` integer,
	`points` integer,
	`wins` integer,
	`losses` integer,
	`ties` integer,
	`rating_before` integer,
	`rating_after` integer,
	`deviation_before` real,
	`deviation_after` real,
	PRIMARY KEY(`battle_id`, `slot`),
	FOREIGN KEY (`battle_id`) REFERENCES `arena_battles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`player_id`) REFERENCES `arena_players`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`source_hash`) REFERENCES `arena_sources`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `arena_sides_player` ON `arena_sides` (`player_id`,`battle_id`,`mode`,`placement`) WHERE player_id is not null;--> statement-breakpoint
CREATE INDEX `arena_sides_source` ON `arena_sides` (`source_hash`) WHERE source_hash is not null;--> statement-breakpoint
CREATE TABLE `arena_sources` (
	`hash` text PRIMARY KEY NOT NULL,
	`redcode` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `arena_warriors` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`player_id` integer NOT NULL,
	`mode` text NOT NULL,
	`name` text NOT NULL,
	`source_hash` text NOT NULL,
	`instruction_count` integer NOT NULL,
	`auto_join` integer NOT NULL,
	`last_arena_at` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`player_id`) REFERENCES `arena_players`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`source_hash`) REFERENCES `arena_sources`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `arena_warriors_player` ON `arena_warriors` (`player_id`,`mode`);--> statement-breakpoint
CREATE INDEX `arena_warriors_joining` ON `arena_warriors` (`last_arena_at`,`id`) WHERE auto_join = 1;--> statement-breakpoint
CREATE INDEX `arena_warriors_source` ON `arena_warriors` (`source_hash`);--> statement-breakpoint
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
--> statement-breakpoint
-- A source of a warrior goes with the last warrior and side that has it.
CREATE TRIGGER arena_warriors_source_changed AFTER UPDATE OF source_hash ON arena_warriors WHEN old.source_hash IS NOT new.source_hash BEGIN
	DELETE FROM arena_sources WHERE hash = old.source_hash
		AND NOT EXISTS (SELECT 1 FROM arena_warriors WHERE source_hash = old.source_hash)
		AND NOT EXISTS (SELECT 1 FROM arena_sides WHERE source_hash = old.source_hash);
END;
--> statement-breakpoint
CREATE TRIGGER arena_warriors_source_deleted AFTER DELETE ON arena_warriors BEGIN
	DELETE FROM arena_sources WHERE hash = old.source_hash
		AND NOT EXISTS (SELECT 1 FROM arena_warriors WHERE source_hash = old.source_hash)
		AND NOT EXISTS (SELECT 1 FROM arena_sides WHERE source_hash = old.source_hash);
END;
--> statement-breakpoint
CREATE TRIGGER arena_sides_source_changed AFTER UPDATE OF source_hash ON arena_sides WHEN old.source_hash IS NOT new.source_hash BEGIN
	DELETE FROM arena_sources WHERE hash = old.source_hash
		AND NOT EXISTS (SELECT 1 FROM arena_warriors WHERE source_hash = old.source_hash)
		AND NOT EXISTS (SELECT 1 FROM arena_sides WHERE source_hash = old.source_hash);
END;
--> statement-breakpoint
CREATE TRIGGER arena_sides_source_deleted AFTER DELETE ON arena_sides BEGIN
	DELETE FROM arena_sources WHERE hash = old.source_hash
		AND NOT EXISTS (SELECT 1 FROM arena_warriors WHERE source_hash = old.source_hash)
		AND NOT EXISTS (SELECT 1 FROM arena_sides WHERE source_hash = old.source_hash);
END;
--> statement-breakpoint
-- What the search of conversations reads: titles, and texts of messages. Trigrams find parts of words, in scripts without
-- spaces too, whatever the case or the accents. `place` is the end of the project's id, one trigram, so that a search
-- reads little of other projects; the exact project is compared afterwards. Triggers keep both complete, whoever writes.
-- D1 cannot export virtual tables: docs/deploy.md says how a backup leaves them out, and makes them anew from here to the end of the file.
CREATE VIRTUAL TABLE title_index USING fts5(place, title, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE text_index USING fts5(place, text, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
INSERT INTO title_index (rowid, place, title) SELECT rowid, substr(project_id, -3), title FROM conversations;
--> statement-breakpoint
INSERT INTO text_index (rowid, place, text)
	SELECT messages.rowid, substr(project_id, -3), text FROM messages JOIN conversations ON conversations.id = conversation_id;
--> statement-breakpoint
CREATE TRIGGER title_index_insert AFTER INSERT ON conversations BEGIN
	INSERT INTO title_index (rowid, place, title) VALUES (new.rowid, substr(new.project_id, -3), new.title);
END;
--> statement-breakpoint
CREATE TRIGGER title_index_update AFTER UPDATE OF title, project_id ON conversations BEGIN
	UPDATE title_index SET place = substr(new.project_id, -3), title = new.title WHERE rowid = new.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER title_index_delete AFTER DELETE ON conversations BEGIN
	DELETE FROM title_index WHERE rowid = old.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER text_index_insert AFTER INSERT ON messages BEGIN
	INSERT INTO text_index (rowid, place, text)
		SELECT new.rowid, substr(project_id, -3), new.text FROM conversations WHERE id = new.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER text_index_update AFTER UPDATE OF text ON messages BEGIN
	UPDATE text_index SET text = new.text WHERE rowid = new.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER text_index_delete AFTER DELETE ON messages BEGIN
	DELETE FROM text_index WHERE rowid = old.rowid;
END;
