/** D1's tables of people's keys at model providers and search services, the models that they have marked and had listed, what they have set of models, and model servers of their own. Times are Unix milliseconds. */
import type { KeyProvider } from '@fairlead/protocol/models/keys'
import type { EndpointModel } from '@fairlead/protocol/models/model-endpoints'
import type { OwnFacts } from '@fairlead/protocol/models/model-facts'
import type { ListedModel } from '@fairlead/protocol/models/models'
import type { SearchService } from '@fairlead/protocol/models/search-keys'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../../accounts/store/schema.ts'

export const modelKeys = sqliteTable(
	'model_keys',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** A model provider, or a search service: their names differ. */
		provider: text().$type<KeyProvider | SearchService>().notNull(),
		/** The key as `platform/sealed-secret.ts` keeps it, bound to this row. Never unencrypted. */
		sealed: text().notNull(),
		lastFour: text('last_four').notNull(),
		addedAt: integer('added_at').notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.provider] })],
)

/** Models that people have marked. */
export const favouriteModels = sqliteTable(
	'favourite_models',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** `provider/model`. */
		name: text().notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.name] })],
)

/** The models that a provider listed when a person had them read. */
export const listedModels = sqliteTable(
	'listed_models',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		provider: text().$type<KeyProvider>().notNull(),
		models: text({ mode: 'json' }).$type<ListedModel[]>().notNull(),
		readAt: integer('read_at').notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.provider] })],
)

/** People's own facts about models, in place of the listed ones. */
export const modelFacts = sqliteTable(
	'model_facts',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** `provider/model`. */
		name: text().notNull(),
		own: text({ mode: 'json' }).$type<OwnFacts>().notNull(),
		changedAt: integer('changed_at').notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.name] })],
)

export const modelEndpoints = sqliteTable(
	'model_endpoints',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** The prefix of its models, without the `@`. */
		name: text().notNull(),
		/** The base URL. */
		url: text().notNull(),
		/** The key as `platform/sealed-secret.ts` keeps it, bound to this row. Null if it is asked without one. */
		sealed: text(),
		lastFour: text('last_four'),
		models: text({ mode: 'json' }).$type<EndpointModel[]>().notNull(),
		readAt: integer('read_at').notNull(),
		/** The page's address when it was stored: whether this machine's own addresses may be asked. */
		origin: text().notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.name] })],
)
