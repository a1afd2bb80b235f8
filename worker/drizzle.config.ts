import { defineConfig } from 'drizzle-kit'

export default defineConfig({
	dialect: 'sqlite',
	schema: [
		'./worker/src/db/schema.ts',
		'./worker/src/accounts/store/schema.ts',
		'./worker/src/push/schema.ts',
		'./worker/src/sharing/store/schema.ts',
		'./worker/src/accounts/store/people-schema.ts',
		'./worker/src/automations/store/schema.ts',
		'./worker/src/automations/outgoing/schema.ts',
		'./worker/src/usage/store/dollar-budget-schema.ts',
		'./worker/src/usage/store/fair-use-schema.ts',
		'./worker/src/mcp-server/oauth/schema.ts',
		'./worker/src/mcp-client/schema.ts',
		'./worker/src/models/store/schema.ts',
		'./worker/src/models/store/server-key-schema.ts',
		'./worker/src/arena/store/schema.ts',
	],
	out: './migrations',
})
