import * as z from 'zod'
import { action, defineTool } from './define-tool.ts'

/** Runs on the provider's side (Anthropic's server-side search); declared so that the page can show it. */
export const webSearch = defineTool({
	name: 'web_search',
	title: 'Search the web',
	description: 'Search the web.',
	pack: 'web',
	runsOn: 'provider',
	offered: 'default',
	actions: {
		run: action({
			summary: 'search',
			input: { query: z.string().min(1).max(1_000) },
			output: z.object({
				results: z.array(
					z.object({ url: z.string(), title: z.string(), pageAge: z.string().nullable() }),
				),
				/** The provider's code when the search failed, e.g. `max_uses_exceeded`. */
				errorCode: z.string().optional(),
			}),
			examples: [
				{
					name: 'a page',
					args: { query: 'Unity Rigidbody linearDamping' },
					result: {
						results: [
							{
								url: 'https://docs.unity3d.com/ScriptReference/Rigidbody-linearDamping.html',
								title: 'Rigidbody.linearDamping',
								pageAge: null,
							},
						],
					},
				},
			],
		}),
	},
})
