#!/usr/bin/env node
/**
 * The program's first file. `fairlead mcp` runs once in every MCP client, and `fairlead agents hook` in every session of
 * Claude Code: they must start fast and stay small, so they go past the command parser and all other commands.
 */
const [command, ...args] = process.argv.slice(2)
const [first] = args
const isServer = first === undefined || first.startsWith('--')

if (command === 'mcp' && isServer && !args.includes('--help')) {
	const { serveMcp } = await import('./commands/mcp/fast-start.ts')
	await serveMcp(args)
} else if (
	command === 'agents' &&
	first === 'hook' &&
	(args.length === 1 || args[1] === '--home')
) {
	// Claude Code waits for some of them.
	const { postHook } = await import('./agents/hooks/post-hook.ts')
	await postHook(args[2])
	process.exit(0)
} else {
	await import('./main.ts')
}
