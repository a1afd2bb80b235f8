/** Actions of every signed-in page: they know nothing of a project. */
import {
	Blocks,
	Bot,
	ChartColumn,
	FolderKanban,
	Moon,
	Scale,
	Settings,
	SlidersHorizontal,
	Sun,
	Users,
	Workflow,
} from 'lucide-react'
import type { Action } from '../actions/registry.ts'
import { agentsPath, automationsPath, settingsPath, usagePath } from '../data/address.ts'
import { chooseTheme } from '../data/person/theme.ts'

type Go = (path: string) => unknown

export const projectPageActions = (go: Go, projectId: string, mayEdit: boolean): Action[] => [
	...(mayEdit
		? [
				{
					id: 'automations.show',
					title: 'Automations',
					icon: Workflow,
					run: () => go(automationsPath(projectId)),
				},
				{
					id: 'agents.show',
					title: 'Agents of this project',
					icon: Bot,
					run: () => go(agentsPath(projectId)),
				},
			]
		: []),
	{
		id: 'people.show',
		title: 'People of this project',
		icon: Users,
		run: () => go(settingsPath(projectId, 'people')),
	},
	...(mayEdit
		? [
				{
					id: 'mcpServers.show',
					title: 'MCP servers',
					icon: Blocks,
					run: () => go(settingsPath(projectId, 'mcp-servers')),
				},
			]
		: []),
	{
		id: 'settings.project',
		title: 'Project settings',
		icon: SlidersHorizontal,
		run: () => go(settingsPath(projectId)),
	},
	{
		id: 'usage.show',
		title: 'Usage of this project',
		icon: ChartColumn,
		run: () => go(usagePath(projectId)),
	},
]

export const ownPageActions = (go: Go): readonly Action[] => [
	{ id: 'settings.show', title: 'Your settings', icon: Settings, run: () => go('/settings') },
	{ id: 'projects.show', title: 'All projects', icon: FolderKanban, run: () => go('/') },
	{ id: 'agents.all', title: 'Agents of all projects', icon: Bot, run: () => go('/agents') },
	{ id: 'corewar.show', title: 'Core War workbench', run: () => go('/corewar') },
	{ id: 'theme.light', title: 'Light theme', icon: Sun, run: () => chooseTheme('light') },
	{ id: 'theme.dark', title: 'Dark theme', icon: Moon, run: () => chooseTheme('dark') },
	{
		id: 'licenses.show',
		title: 'Third-party licenses',
		icon: Scale,
		run: () => window.open('/licenses.txt', '_blank', 'noopener'),
	},
]
