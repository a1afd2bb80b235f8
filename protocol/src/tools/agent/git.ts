/** The project's Git repository, on the computer of the linked folder. The relay runs the user's own git. */
import * as z from 'zod'
import { action, defineTool } from '../define-tool.ts'
import { FilePath } from '../files/files.ts'
import { askForSecrets } from '../files/secret-files.ts'

/** Characters of a diff. */
export const MAX_DIFF_TEXT = 40_000
export const MAX_STATUS_ENTRIES = 500

/** A name that cannot be an option, a range or an address. */
const Name = z
	.string()
	.regex(
		/^[A-Za-z0-9_](?:[A-Za-z0-9_./-]{0,198}[A-Za-z0-9_-])?$/,
		'A name holds letters, digits and _ . / - only, and neither begins nor ends with . / or -.',
	)
const Revision = z
	.string()
	.max(200)
	.regex(/^[A-Za-z0-9_][A-Za-z0-9_./~^@{}-]*$/, 'Name a commit, a branch or a tag, such as HEAD~1.')
const since = Revision.optional().describe('commit or branch to compare with or begin after')
const Sha = z.string().regex(/^[0-9a-f]{40,64}$/)
/** Addresses that a push to a remote goes to, without names and passwords. */
const to = z.array(z.string().min(1).max(2_000)).min(1).max(10)
const limit = z.number().int().min(1).max(100).default(20)

const Commit = z.object({
	sha: Sha,
	author: z.string(),
	/** ISO 8601. */
	date: z.string(),
	subject: z.string(),
})

/** The repository's top folder, relative to the project (`..`), where the project is a part of a larger repository. */
const top = z.string().optional()

const SHA = '3f786850e387550fdab836ed7e6dc881de23001b'

export const git = defineTool({
	name: 'git',
	title: 'Git',
	description: "Look at and change the project's Git repository. Hooks run only on push.",
	runsOn: 'relay',
	shared: 'line',
	offered: 'search',
	labels: {
		init: { verb: ['Making', 'Made', 'make'], rest: 'a repository of the project' },
		status: { verb: ['Reading', 'Read', 'read'], rest: "the repository's state" },
		diff: { verb: ['Reading', 'Read', 'read'], rest: 'what changed' },
		log: { verb: ['Reading', 'Read', 'read'], rest: 'the commits' },
		branches: { verb: ['Reading', 'Read', 'read'], rest: 'the branches' },
		remotes: { verb: ['Reading', 'Read', 'read'], rest: 'the remotes' },
		switch: { verb: ['Switching to', 'Switched to', 'switch to'], rest: '{name}' },
		commit: {
			verb: ['Committing', 'Committed', 'commit'],
			rest: ['{message} to the repository {repository} above the project', '{message}'],
		},
		push: { verb: ['Pushing', 'Pushed', 'push'], rest: '{branch} to {remote}' },
	},
	actions: {
		init: action({
			summary: 'make a repository in the project folder, whose files are in none yet',
			foundBy: 'create repository start version control',
			risk: 'write',
			leaves: 'The repository stays.',
			input: {},
			output: z.object({
				branch: z.string(),
				/** The things to do before the first commit. */
				note: z.string().optional(),
			}),
			examples: [
				{ name: 'with ignore rules', args: { action: 'init' }, result: { branch: 'main' } },
			],
		}),
		status: action({
			summary: 'branch and changed files',
			foundBy: 'version control repository',
			risk: 'read',
			input: {},
			output: z.object({
				top,
				/** null if a commit is checked out, not a branch. */
				branch: z.string().nullable(),
				upstream: z.string().nullable(),
				ahead: z.number().int().nonnegative(),
				behind: z.number().int().nonnegative(),
				total: z.number().int().nonnegative(),
				files: z
					.array(
						z.object({
							path: z.string(),
							/** Two letters as in git's short format, for index and work tree; `??` is not tracked. */
							state: z.string().length(2),
						}),
					)
					.max(MAX_STATUS_ENTRIES),
			}),
			examples: [
				{
					name: 'a new script',
					args: { action: 'status' },
					result: {
						branch: 'main',
						upstream: null,
						ahead: 0,
						behind: 0,
						total: 1,
						files: [{ path: 'Assets/Spin.cs', state: '??' }],
					},
				},
			],
		}),
		diff: action({
			summary: 'what changed since a commit, or is staged',
			foundBy: 'difference compare',
			risk: 'read',
			input: {
				path: FilePath.optional(),
				staged: z.boolean().default(false),
				since,
			},
			worse: (args) => (args.path === undefined ? null : askForSecrets(args.path)),
			output: z.object({
				/** Says which part was left out. */
				note: z.string().optional(),
				files: z.number().int().nonnegative(),
				/** Unified, at most {@link MAX_DIFF_TEXT} characters. */
				diff: z.string(),
			}),
			examples: [
				{
					name: 'of all files',
					args: { action: 'diff' },
					result: {
						files: 1,
						diff: 'diff --git a/Assets/Spin.cs b/Assets/Spin.cs\n@@ -1 +1 @@\n-// one\n+// two\n',
					},
				},
			],
		}),
		log: action({
			summary: 'the last commits',
			foundBy: 'history',
			risk: 'read',
			input: { path: FilePath.optional(), since, limit },
			output: z.object({ commits: z.array(Commit) }),
			examples: [
				{
					name: 'the last one',
					args: { action: 'log', limit: 1 },
					result: {
						commits: [
							{ sha: SHA, author: 'Ada', date: '2026-11-23T10:00:00+00:00', subject: 'Spin' },
						],
					},
				},
			],
		}),
		branches: action({
			summary: 'all local ones, the newest first',
			risk: 'read',
			input: { limit },
			output: z.object({
				/** Says which were left out. */
				note: z.string().optional(),
				current: z.string().nullable(),
				branches: z.array(z.string()),
				total: z.number().int().nonnegative(),
			}),
			examples: [
				{
					name: 'one',
					args: { action: 'branches' },
					result: { current: 'main', branches: ['main'], total: 1 },
				},
			],
		}),
		remotes: action({
			summary: 'remotes, and the addresses that a push to each goes to',
			foundBy: 'address url',
			risk: 'read',
			input: {},
			output: z.object({ remotes: z.array(z.object({ name: z.string(), to })) }),
			examples: [
				{
					name: 'one',
					args: { action: 'remotes' },
					result: { remotes: [{ name: 'origin', to: ['Temp/origin.git'] }] },
				},
			],
		}),
		switch: action({
			summary: 'go to a branch',
			foundBy: 'checkout create branch',
			risk: 'write',
			timeoutMs: 120_000,
			input: { name: Name, create: z.boolean().default(false) },
			leaves: 'A switch of branches is not reverted: switch back.',
			output: z.object({
				/** About scenes that an editor may still show as they were. */
				note: z.string().optional(),
				branch: z.string(),
				created: z.boolean(),
			}),
			examples: [
				{
					name: 'a new branch',
					args: { action: 'switch', name: 'feature/spin', create: true },
					result: { branch: 'feature/spin', created: true },
				},
			],
		}),
		commit: action({
			summary: 'commit these files as they are now',
			risk: 'write',
			timeoutMs: 120_000,
			input: {
				message: z.string().min(1).max(5_000),
				paths: z.array(FilePath).min(1).max(200).describe('files and folders'),
			},
			worse: (args) => askForSecrets(...args.paths),
			leaves: 'A commit stays.',
			output: z.object({
				/** About hooks that did not run. */
				note: z.string().optional(),
				top,
				/** The name of that folder. */
				repository: z.string().optional(),
				...Commit.shape,
				files: z.number().int().nonnegative(),
			}),
			examples: [
				{
					name: 'a script',
					args: { action: 'commit', message: 'Spin', paths: ['Assets/Spin.cs'] },
					result: {
						sha: SHA,
						author: 'Ada',
						date: '2026-11-23T10:00:00+00:00',
						subject: 'Spin',
						files: 1,
					},
				},
			],
		}),
		push: action({
			summary: 'send a branch to a remote, never with force',
			risk: 'execute',
			timeoutMs: 330_000,
			input: {
				remote: Name.default('origin'),
				to: to.describe('its addresses, as remotes tells them'),
				branch: Name,
			},
			// A remote's name says nothing about where it leads, and may lead elsewhere tomorrow.
			subject: (args) => `${args.branch} to ${args.remote} (${args.to.join(', ')})`,
			leaves: 'Pushed commits stay in the remote repository.',
			output: z.object({ output: z.string() }),
			examples: [
				{
					name: 'main',
					args: { action: 'push', branch: 'main', to: ['Temp/origin.git'] },
					result: { output: 'To Temp/origin.git\n   3f78685..89e6c98  main -> main\n' },
				},
			],
		}),
	},
})
