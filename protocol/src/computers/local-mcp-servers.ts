/**
 * MCP servers that a person declared on the computer of a relay, by a command. The relay starts them, and offers their tools
 * as those of its seats. Nothing here can be set from a server: a command runs code.
 */
import * as z from 'zod/mini'

/** The most servers of one computer. */
export const MAX_DESK_SERVERS = 10
/** The most tools of one server; further ones are left out. */
export const MAX_DESK_TOOLS = 48

export const DeskServerName = z
	.string()
	.check(
		z.regex(
			/^[a-z][a-z0-9]{0,15}$/,
			'Use up to 16 lower-case letters and digits, beginning with a letter.',
		),
	)

/** No tool of a project's server by URL begins so: those names have no underscore before the first two. */
export const deskToolName = (server: string, tool: string): string => `desk_${server}__${tool}`

/** Reserved: no tool of the Unity project may have such a name. */
export const isDeskTool = (name: string): boolean => /^desk_[a-z][a-z0-9]*__/.test(name)

/** One server, as a relay tells of it. */
export const DeskServer = z.object({
	name: DeskServerName,
	/** Name of the computer. */
	computer: z.string().check(z.maxLength(200)),
	/** idle: it is started when it is needed · failed: the last start or call ended it. */
	state: z.enum(['idle', 'running', 'failed']),
	/** Why it failed, in words of ours. */
	reason: z.optional(z.string().check(z.maxLength(300))),
	tools: z.int().check(z.nonnegative()),
	/** Tools that the agent does not get: others than they were, or not usable. */
	leftOut: z.int().check(z.nonnegative()),
})
export type DeskServer = z.infer<typeof DeskServer>
