/** Tools by the names people know them by, as the registry has them: its schemas are no part of the page. */
import type { OfferedToolName } from '@fairlead/protocol/tools'

const TITLES: Record<OfferedToolName, string> = {
	unity_query: 'Look at the project',
	unity_hierarchy: 'Change objects',
	unity_component: 'Change components',
	unity_scene: 'Work with scenes',
	unity_refresh: 'Compile scripts',
	unity_play: 'Play mode',
	unity_screenshot: 'Take a picture',
	unity_capture: 'Capture and compare',
	unity_editor: 'Selection and console',
	unity_prefab: 'Work with prefabs',
	unity_asset: 'Work with assets',
	unity_packages: 'Packages',
	unity_undo: 'Undo',
	unity_batch: 'Several changes at once',
	unity_tests: 'Run tests',
	unity_execute: 'Run C#',
	unity_playtest: 'Playtest',
	unity_build: 'Build the player',
	unity_profile: 'Profile',
	read_console_logs: 'Read the console',
	execute_menu_item: 'Menu item',
	wait_for_editor_ready: 'Wait for the editor',
	read_file: 'Read a file',
	write_file: 'Write a file',
	edit_file: 'Edit a file',
	list_directory: 'List a folder',
	search_files: 'Search files',
	asset_usages: 'Find usages',
	find_tools: 'Find more tools',
	web_search: 'Search the web',
}

const words = (identifier: string): string => identifier.replaceAll('_', ' ')

/** What an answer is remembered for: "Work with assets: create material". A project's own tool goes by its name. */
export function kindOf(tool: string, action: string): string {
	const title = Object.hasOwn(TITLES, tool) ? TITLES[tool as OfferedToolName] : words(tool)
	return action === '' || action === 'run' ? title : `${title}: ${words(action)}`
}
