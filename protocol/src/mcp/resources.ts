/** Resources that an MCP client can read without a tool call. Each resource is one read of the registry. Pure. */

import type { ChangeScope } from '../editors/editors.ts'
import { errorText, resultText } from '../tools/result-text.ts'
import { SettingsCategory } from '../tools/unity/scene/unity-query.ts'
import type { CallOutcome } from '../wire/calls.ts'

/** A `Resource` of the MCP schema. */
export interface McpResource {
	readonly uri: string
	readonly name: string
	readonly title: string
	readonly description: string
	readonly mimeType: string
}

export interface McpResourceTemplate extends Omit<McpResource, 'uri'> {
	readonly uriTemplate: string
}

/** The call that reads a resource. */
export interface ResourceRead {
	readonly name: string
	readonly params: Record<string, unknown>
}

interface Declared extends McpResource {
	readonly read: ResourceRead
	/** Changes in the editor after which the resource may read differently. */
	readonly scopes: readonly ChangeScope[]
}

const JSON_TYPE = 'application/json'
const PNG = 'image/png'
const SETTINGS = 'fairlead://settings/'
/** A client would not read more objects; the tool has pages. */
const OBJECTS = 200
const LOGS = 100

const RESOURCES: readonly Declared[] = [
	{
		uri: 'fairlead://editor',
		name: 'editor',
		title: 'Editor',
		description: 'Phase, versions, open scenes.',
		mimeType: JSON_TYPE,
		read: { name: 'unity_query', params: { action: 'editor_state' } },
		scopes: ['play', 'scene'],
	},
	{
		uri: 'fairlead://hierarchy',
		name: 'hierarchy',
		title: 'Hierarchy',
		description: 'Objects of the loaded scenes.',
		mimeType: JSON_TYPE,
		read: { name: 'unity_query', params: { action: 'hierarchy', max_depth: 4, limit: OBJECTS } },
		scopes: ['hierarchy', 'scene'],
	},
	{
		uri: 'fairlead://selection',
		name: 'selection',
		title: 'Selection',
		description: "The user's selection in the editor.",
		mimeType: JSON_TYPE,
		read: { name: 'unity_query', params: { action: 'selection' } },
		scopes: ['selection'],
	},
	{
		uri: 'fairlead://console',
		name: 'console',
		title: 'Console',
		description: 'The newest entries of the console.',
		mimeType: JSON_TYPE,
		read: { name: 'read_console_logs', params: { count: LOGS } },
		scopes: ['console'],
	},
	{
		uri: 'fairlead://picture/game',
		name: 'game-view',
		title: 'Game view',
		description: 'A picture of the main camera.',
		mimeType: PNG,
		read: { name: 'unity_screenshot', params: { action: 'game' } },
		scopes: ['hierarchy', 'scene'],
	},
	{
		uri: 'fairlead://picture/scene',
		name: 'scene-view',
		title: 'Scene view',
		description: "A picture of the editor's own camera.",
		mimeType: PNG,
		read: { name: 'unity_screenshot', params: { action: 'scene' } },
		scopes: ['hierarchy', 'scene'],
	},
]

const TEMPLATES: readonly McpResourceTemplate[] = [
	{
		uriTemplate: `${SETTINGS}{category}`,
		name: 'settings',
		title: 'Project settings',
		description: `Settings of one category: ${SettingsCategory.options.join(', ')}.`,
		mimeType: JSON_TYPE,
	},
]

export const mcpResources = (): readonly McpResource[] =>
	RESOURCES.map(({ read: _, scopes: __, ...resource }) => resource)

export const mcpResourceTemplates = (): readonly McpResourceTemplate[] => TEMPLATES

/** Values of a template's variable that begin with `typed`, for completion. */
export const settingsCategories = (typed: string): readonly string[] =>
	SettingsCategory.options.filter((category) => category.startsWith(typed))

/** Returns null if there is no such resource. */
export function resourceRead(uri: string): ResourceRead | null {
	const declared = RESOURCES.find((one) => one.uri === uri)
	if (declared) return declared.read
	if (!uri.startsWith(SETTINGS)) return null
	const category = SettingsCategory.safeParse(uri.slice(SETTINGS.length))
	if (!category.success) return null
	const params = { action: 'get_settings', settings_category: category.data }
	return { name: 'unity_query', params }
}

/** Resources to read again after these changes. */
export const changedResources = (scopes: readonly ChangeScope[]): readonly string[] =>
	RESOURCES.filter((one) => one.scopes.some((scope) => scopes.includes(scope))).map(
		({ uri }) => uri,
	)

/** The MCP schema's `TextResourceContents` or `BlobResourceContents`. */
export type McpResourceContents =
	| { readonly uri: string; readonly mimeType: string; readonly text: string }
	| { readonly uri: string; readonly mimeType: string; readonly blob: string }

export type ReadResource =
	| { readonly ok: true; readonly contents: McpResourceContents[] }
	/** The members of a JSON-RPC error: reading has no error result of its own. */
	| { readonly ok: false; readonly message: string; readonly data: unknown }

export function resourceContents(
	uri: string,
	{ name, params }: ResourceRead,
	outcome: CallOutcome,
): ReadResource {
	if (outcome.status === 'error') {
		const { message, hint } = outcome.error
		const data = JSON.parse(errorText(outcome.error)) as unknown
		return { ok: false, message: hint === undefined ? message : `${message} ${hint}`, data }
	}
	const picture = outcome.attachments?.find(({ mediaType }) => mediaType.startsWith('image/'))
	const contents: McpResourceContents = picture
		? { uri, mimeType: picture.mediaType, blob: picture.base64 }
		: { uri, mimeType: JSON_TYPE, text: resultText({ name, params, risk: 'read' }, outcome.result) }
	return { ok: true, contents: [contents] }
}
