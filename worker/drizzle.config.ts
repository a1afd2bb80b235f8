import { defineConfig } from 'drizzle-kit'

export default defineConfig({
	dialect: 'sqlite',
	schema: [
		'./worker/src/db/schema.ts',
		'./worker/src/db/account-schema.ts',
		'./worker/src/db/push-schema.ts',
		'./worker/src/db/share-schema.ts',
		'./worker/src/db/people-schema.ts',
		'./worker/src/db/automation-schema.ts',
		'./worker/src/db/report-schema.ts',
		'./worker/src/db/dollar-budget-schema.ts',
		'./worker/src/db/fair-use-schema.ts',
		'./worker/src/db/connection-schema.ts',
		'./worker/src/db/mcp-server-schema.ts',
		'./worker/src/db/model-key-schema.ts',
		'./worker/src/db/server-key-schema.ts',
		'./worker/src/db/arena-schema.ts',
	],
	out: './migrations',
})
