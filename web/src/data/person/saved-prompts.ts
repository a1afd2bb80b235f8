import { type SavedPrompt, SavedPromptList } from '@fairlead/protocol/people/saved-prompts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** The person's saved prompts, sorted by name. */
export const savedPromptsQuery = queryOptions({
	queryKey: ['prompts'],
	queryFn: async ({ signal }): Promise<SavedPrompt[]> =>
		(await api(SavedPromptList, '/api/prompts', { signal })).prompts,
})
