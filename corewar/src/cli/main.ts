#!/usr/bin/env node
/** The command `corewar`. */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { runCommand } from './command.ts'

// A reader such as `head` may go away before everything is written.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code !== 'EPIPE') throw error
	process.exit()
})

process.exitCode = await runCommand(process.argv.slice(2), {
	reader: { file: (path) => readFile(path, 'utf8'), input: () => text(process.stdin) },
	out: (written) => process.stdout.write(written),
	err: (written) => process.stderr.write(written),
})
