/** The registry of renderers: what opens under a tool's line. A tool without an entry gets the fallback. */
import type { HierarchyNode, ToolName } from '@fairlead/protocol/tools'
import {
	CircleAlert,
	CircleCheck,
	CircleMinus,
	ExternalLink,
	File,
	Folder,
	TriangleAlert,
} from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import { buildTrees, type TreeNode } from '../../editor/hierarchy.ts'
import { Code } from '../../markdown/code.tsx'
import type { CallView } from '../../run/build-run.ts'
import { plain } from '../label.ts'
import { labelOf } from '../labels.ts'
import { type Bag, bag, bags, list, number, text } from '../read.ts'
import { Diff } from './diff.tsx'
import { LogList } from './logs.tsx'
import { isPicture, PICTURE_WIDTH_PX, PictureView, pictureOf } from './pictures.tsx'
import type { Renderer } from './renderer.ts'
import { ValueList, ValueTable } from './values.tsx'

const action = (call: CallView): string => text(call.input['action']) ?? ''

/** Rows of a list that are drawn; the rest is counted. */
const MAX_ROWS = 60

function More(props: { shown: number; total: number }) {
	const rest = props.total - props.shown
	return rest > 0 ? <p className="pt-1 text-cap text-faint">and {rest} more</p> : null
}

function ObjectList(props: { objects: readonly Bag[]; total: number }) {
	const shown = props.objects.slice(0, MAX_ROWS)
	if (shown.length === 0) return <p className="text-line text-muted">No objects.</p>
	return (
		<>
			<ul className="text-line">
				{shown.map((object) => (
					<li
						key={String(object['instanceId'])}
						className="flex gap-3 border-t border-edge py-1 first:border-t-0"
					>
						<span className="min-w-0 flex-1 truncate">
							{text(object['path']) ?? text(object['name'])}
						</span>
						<span className="max-w-[50%] truncate text-faint">
							{list(object['components']).slice(1).join(', ')}
						</span>
					</li>
				))}
			</ul>
			<More shown={shown.length} total={props.total} />
		</>
	)
}

function Branch(props: { nodes: readonly TreeNode[] }) {
	return (
		<ul className="border-l border-edge pl-3 text-line">
			{props.nodes.map(({ object, children }) => (
				<li key={object.instanceId} className="py-px">
					<span className={cx(!object.activeSelf && 'text-faint')}>{object.name}</span>
					{object.childCount > children.length && (
						<span className="tabular ml-2 text-cap text-faint">
							+{object.childCount - children.length}
						</span>
					)}
					{children.length > 0 && <Branch nodes={children} />}
				</li>
			))}
		</ul>
	)
}

const hierarchyTree = (call: CallView) => {
	const result = bag(call.result)
	const objects = list(result['objects']) as readonly HierarchyNode[]
	return (
		<div className="flex flex-col gap-2">
			{buildTrees(objects.slice(0, MAX_ROWS)).map((tree) => (
				<div key={tree.scene}>
					<p className="pb-0.5 text-cap text-muted">{tree.scene}</p>
					<Branch nodes={tree.roots} />
				</div>
			))}
			<More shown={Math.min(objects.length, MAX_ROWS)} total={number(result['total']) ?? 0} />
		</div>
	)
}

const query: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		switch (action(call)) {
			case 'hierarchy':
				return hierarchyTree(call)
			case 'find':
				return <ObjectList objects={bags(result['objects'])} total={number(result['total']) ?? 0} />
			case 'selection':
				return (
					<ObjectList objects={bags(result['objects'])} total={bags(result['objects']).length} />
				)
			case 'inspect_object':
				return (
					<div className="flex flex-col gap-3">
						{bags(result['components']).map((component) => (
							<div key={String(component['instanceId'])}>
								<p className="pb-1 text-line font-medium">{text(component['type'])}</p>
								<ValueList values={bag(component['properties'])} />
							</div>
						))}
					</div>
				)
			case 'search_assets': {
				const assets = bags(result['assets']).slice(0, MAX_ROWS)
				return (
					<>
						<ul className="text-line">
							{assets.map((asset) => (
								<li key={String(asset['guid'])} className="flex gap-3 py-0.5">
									<span className="min-w-0 flex-1 font-mono text-cap wrap-anywhere">
										{text(asset['assetPath'])}
									</span>
									<span className="text-faint">{text(asset['type'])}</span>
								</li>
							))}
						</ul>
						<More shown={assets.length} total={number(result['totalFound']) ?? 0} />
					</>
				)
			}
			case 'types':
				return (
					<p className="text-line text-muted">
						{bags(result['types'])
							.map((type) => text(type['name']))
							.join(', ') || 'None found.'}
					</p>
				)
			case 'get_settings':
				return <ValueList values={bag(result['settings'])} />
			default: {
				const { openScenes: _scenes, undo: _undo, ...plainState } = result
				return <ValueList values={plainState} />
			}
		}
	},
}

const transformRows = (result: Bag) => {
	const before = bag(result['previous'])
	const after = bag(result['current'])
	return ['position', 'rotation', 'scale']
		.map((property) => ({ property, before: before[property], after: after[property] }))
		.filter((row) => JSON.stringify(row.before) !== JSON.stringify(row.after))
}

const hierarchy: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const rows = transformRows(result)
		if (action(call) === 'set_transform' && rows.length > 0) {
			return <ValueTable rows={rows} caption={plain(labelOf(call))} />
		}
		const { action: _action, ...input } = call.input
		return (
			<ValueList
				values={{ ...(text(result['path']) ? { path: result['path'] } : {}), ...withoutIds(input) }}
			/>
		)
	},
}

const withoutIds = (input: Bag): Bag =>
	Object.fromEntries(Object.entries(input).filter(([key]) => !/(^|_)id$/.test(key)))

function Refused(props: { results: readonly Bag[] }) {
	return props.results.map((change) => (
		<p key={String(change['property'])} className="flex gap-2 pt-2 text-line text-warn">
			<TriangleAlert aria-hidden className="mt-px size-4 shrink-0" />
			<span>
				{text(change['error'])}
				{list(change['available']).length > 0 && (
					<span className="text-muted"> There are: {list(change['available']).join(', ')}.</span>
				)}
			</span>
		</p>
	))
}

const changedProperties: Renderer = {
	details: (call) => {
		const results = bags(bag(call.result)['results'])
		const rows = results
			.filter((change) => change['success'] === true)
			.map((change) => ({
				property: String(change['property']),
				before: change['previousValue'],
				after: change['newValue'],
			}))
		if (results.length === 0) return null
		return (
			<>
				{rows.length > 0 && <ValueTable rows={rows} caption={plain(labelOf(call))} />}
				<Refused results={results.filter((change) => change['success'] !== true)} />
			</>
		)
	},
	prominent: (call) => (number(bag(call.result)['failCount']) ?? 0) > 0,
}

function CompileMessages(props: { messages: readonly Bag[] }) {
	return (
		<ul className="text-line">
			{props.messages.slice(0, MAX_ROWS).map((message, index) => {
				const warning = message['severity'] === 'warning'
				const Icon = warning ? TriangleAlert : CircleAlert
				const line = number(message['line']) ?? 0
				const column = number(message['column']) ?? 0
				const place = line > 0 ? `:${line}${column > 0 ? `:${column}` : ''}` : ''
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: the same message may stand twice at one place
					<li key={index} className="flex gap-2 border-t border-edge py-1.5 first:border-t-0">
						<Icon
							aria-label={warning ? 'Warning' : 'Error'}
							className={cx('mt-px size-4 shrink-0', warning ? 'text-warn' : 'text-danger')}
						/>
						<div className="min-w-0">
							<p className="wrap-anywhere">
								{text(message['message'])}{' '}
								<span className="font-mono text-cap text-faint">{text(message['code'])}</span>
							</p>
							<p className="font-mono text-cap text-muted wrap-anywhere">
								{text(message['file'])}
								{place}
							</p>
						</div>
					</li>
				)
			})}
		</ul>
	)
}

const refresh: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const messages = [...bags(result['errors']), ...bags(result['warnings'])]
		if (messages.length > 0) return <CompileMessages messages={messages} />
		const types = bags(result['availableTypes']).map((type) => text(type['name']))
		return types.length === 0 ? null : (
			<p className="text-line text-muted">Component types of this project: {types.join(', ')}.</p>
		)
	},
	prominent: (call) => bags(bag(call.result)['errors']).length > 0,
}

const pictures: Renderer = {
	details: (call) =>
		call.attachments
			.filter(isPicture)
			.map((attachment) => (
				<PictureView
					key={attachment.url}
					picture={pictureOf(attachment, pictureAlt(call))}
					maxWidth={PICTURE_WIDTH_PX}
				/>
			)),
	prominent: (call) => call.attachments.some(isPicture),
}

const ALT: Readonly<Record<string, string>> = { scene: 'Scene view', game: 'Game view' }
export function pictureAlt(call: CallView): string {
	const camera = text(bag(call.result)['camera']) ?? text(call.input['instance_id'])
	return ALT[action(call)] ?? (camera ? `View of ${camera}` : 'Picture')
}

const logs: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const entries = bags(result['logs'])
		if (entries.length === 0) return <p className="text-line text-muted">Nothing was logged.</p>
		return (
			<>
				<LogList logs={entries.slice(0, MAX_ROWS)} />
				<More shown={Math.min(entries.length, MAX_ROWS)} total={number(result['total']) ?? 0} />
			</>
		)
	},
}

const languageOfPath = (path: string): string => /\.([a-z0-9]+)$/i.exec(path)?.[1] ?? ''

const writtenFile: Renderer = {
	details: (call) => {
		const diff = text(bag(call.result)['diff'])
		return diff ? <Diff diff={diff} label={plain(labelOf(call))} /> : null
	},
}

const readFile: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const content = text(result['content'])
		if (content === undefined) return <p className="text-line text-muted">The file is empty.</p>
		const first = number(result['firstLine']) ?? 1
		const lines = number(result['lineCount']) ?? 0
		return (
			<>
				<Code
					source={content}
					language={languageOfPath(text(result['path']) ?? '')}
					className="focus-inset max-h-96 overflow-auto rounded-md border border-edge bg-surface p-3 !text-cap leading-[18px]"
				/>
				<p className="tabular pt-1 text-cap text-faint">
					Lines {first} to {first + Math.max(0, lines - 1)} of{' '}
					{number(result['totalLines']) ?? lines}
				</p>
			</>
		)
	},
}

const directory: Renderer = {
	details: (call) => {
		const entries = bags(bag(call.result)['entries'])
		return (
			<>
				<ul className="font-mono text-cap leading-5">
					{entries.slice(0, MAX_ROWS).map((entry) => {
						const Icon = entry['kind'] === 'directory' ? Folder : File
						return (
							<li key={String(entry['path'])} className="flex items-center gap-2">
								<Icon aria-label={String(entry['kind'])} className="size-3.5 shrink-0 text-faint" />
								<span className="wrap-anywhere">{text(entry['path'])}</span>
							</li>
						)
					})}
				</ul>
				<More shown={Math.min(entries.length, MAX_ROWS)} total={entries.length} />
			</>
		)
	},
}

const TEST_ICONS = {
	passed: { icon: CircleCheck, tint: 'text-ok' },
	failed: { icon: CircleAlert, tint: 'text-danger' },
	skipped: { icon: CircleMinus, tint: 'text-faint' },
	inconclusive: { icon: CircleMinus, tint: 'text-warn' },
} as const

const tests: Renderer = {
	details: (call) => (
		<ul className="text-line">
			{bags(bag(call.result)['tests']).map((test) => {
				const status = (text(test['status']) ?? 'skipped') as keyof typeof TEST_ICONS
				const { icon: Icon, tint } = TEST_ICONS[status] ?? TEST_ICONS.skipped
				const stack = text(test['stackTrace'])
				return (
					<li
						key={String(test['name'])}
						className="flex gap-2 border-t border-edge py-1.5 first:border-t-0"
					>
						<Icon aria-label={status} className={cx('mt-px size-4 shrink-0', tint)} />
						<div className="min-w-0 flex-1">
							<p className="font-mono text-cap leading-[18px] wrap-anywhere">
								{text(test['name'])}
							</p>
							{text(test['message']) && (
								<p className="whitespace-pre-wrap text-muted wrap-anywhere">
									{text(test['message'])}
								</p>
							)}
							{stack && <p className="font-mono text-cap text-faint wrap-anywhere">{stack}</p>}
						</div>
						<span className="tabular text-cap leading-[18px] text-faint">
							{(number(test['durationSeconds']) ?? 0).toFixed(2)} s
						</span>
					</li>
				)
			})}
		</ul>
	),
	prominent: (call) => (number(bag(call.result)['failed']) ?? 0) > 0,
}

const sources: Renderer = {
	details: (call) => {
		const results = bags(bag(call.result)['results'])
		const failure = text(bag(call.result)['errorCode'])
		if (failure) {
			return (
				<p className="text-line text-muted">The search failed: {failure.replaceAll('_', ' ')}.</p>
			)
		}
		return (
			<SourceList
				sources={results.map((r) => ({ url: String(r['url']), title: String(r['title']) }))}
			/>
		)
	},
}

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

export function SourceList(props: { sources: readonly { url: string; title: string }[] }) {
	return (
		<ul className="flex flex-col gap-1 text-line">
			{props.sources
				.filter((source) => isWebAddress(source.url))
				.map((source) => (
					<li key={source.url} className="flex min-w-0 items-baseline gap-2">
						<a
							href={source.url}
							target="_blank"
							rel="noopener noreferrer nofollow"
							className="min-w-0 truncate underline decoration-edge-strong underline-offset-3 hover:decoration-current"
						>
							{source.title}
						</a>
						<ExternalLink aria-hidden className="size-3 shrink-0 self-center text-faint" />
						<span className="shrink-0 text-cap text-faint max-md:hidden">
							{new URL(source.url).hostname.replace(/^www\./, '')}
						</span>
					</li>
				))}
		</ul>
	)
}

const batch: Renderer = {
	details: (call) => {
		const results = list(bag(call.result)['results'])
		return (
			<ol className="list-decimal pl-5 text-line text-muted">
				{bags(call.input['operations']).map((operation, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: operations are known by their place
					<li key={index}>
						{plain(
							labelOf({
								...call,
								tool: text(operation['tool']) ?? 'operation',
								input: bag(operation['args']),
								result: results[index],
							}),
						)}
					</li>
				))}
			</ol>
		)
	},
}

const found: Renderer = {
	details: (call) => (
		<ul className="text-line">
			{bags(bag(call.result)['tools']).map((tool) => (
				<li key={String(tool['name'])} className="py-0.5">
					<span className="font-medium">{String(tool['name']).replaceAll('_', ' ')}</span>{' '}
					<span className="text-muted">{text(tool['description'])}</span>
				</li>
			))}
		</ul>
	),
}

const packageList: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const packages = result['package'] ? [bag(result['package'])] : bags(result['packages'])
		return packages.length === 0 ? null : (
			<ul className="text-line">
				{packages.slice(0, MAX_ROWS).map((entry) => (
					<li key={String(entry['name'])} className="flex gap-3 py-0.5">
						<span className="min-w-0 flex-1 truncate">{text(entry['displayName'])}</span>
						<span className="tabular text-faint">{text(entry['version'])}</span>
					</li>
				))}
			</ul>
		)
	},
}

const RENDERERS: Partial<Record<ToolName, Renderer>> = {
	unity_query: query,
	unity_hierarchy: hierarchy,
	unity_component: changedProperties,
	unity_refresh: refresh,
	unity_screenshot: pictures,
	unity_batch: batch,
	unity_tests: tests,
	unity_packages: packageList,
	read_console_logs: logs,
	read_file: readFile,
	write_file: writtenFile,
	edit_file: writtenFile,
	list_directory: directory,
	find_tools: found,
	web_search: sources,
}

/** Assets and prefabs answer with property changes for some actions and with plain facts for others. */
const facts: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		if (list(result['results']).length > 0) return changedProperties.details(call)
		const shown = Object.fromEntries(
			Object.entries(result).filter(
				([key, value]) => !/(^|[a-z])Id$|^guid$/.test(key) && typeof value !== 'object',
			),
		)
		return Object.keys(shown).length === 0 ? null : <ValueList values={shown} />
	},
}

export const rendererOf = (tool: string): Renderer =>
	(Object.hasOwn(RENDERERS, tool) ? RENDERERS[tool as ToolName] : undefined) ?? facts
