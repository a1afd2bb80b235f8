#!/usr/bin/env node
/**
 * The program's first file. `fairlead mcp` runs once in every MCP client and must start fast and stay small, so it
 * goes past the command parser and all other commands.
 */
const [command, ...args] = process.argv.slice(2)
const [first] = args
const isServer = first === undefined || first.startsWith('--')

if (command === 'mcp' && isServer && !args.includes('--help')) {
	const { serveMcp } = await import('./mcp/fast-start.ts')
	await serveMcp(args)
} else {
	await import('./main.ts')
}
