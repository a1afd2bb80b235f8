/** A person's keys at web search services, for models whose provider offers no search. They go in, and never out. */
import * as z from 'zod/mini'
import { StoredKey } from './keys.ts'

export const SearchService = z.enum(['brave', 'tavily'])
export type SearchService = z.infer<typeof SearchService>

export const SEARCH_TITLES: Readonly<Record<SearchService, string>> = {
	brave: 'Brave Search',
	tavily: 'Tavily',
}

export const SearchKey = z.object({
	service: SearchService,
	title: z.string(),
	/** The host that the key and the searches are sent to. */
	host: z.string(),
	/** The person's own; null: none. */
	key: z.nullable(StoredKey),
	/** True for the one that runs search with: of several keys, the one stored last. */
	used: z.boolean(),
	/** True if checking a key counts as a search at this service. */
	checkIsSearch: z.boolean(),
})
export type SearchKey = z.infer<typeof SearchKey>

export const SearchKeyList = z.object({
	services: z.array(SearchKey),
	/** False if the server has no SECRETS_KEY: then it stores no keys. */
	canStore: z.boolean(),
})
export type SearchKeyList = z.infer<typeof SearchKeyList>
