/** Unity: the editor, its scenes and its assets. */
import { assetUsages } from '../tools/asset-usages.ts'
import { readConsoleLogs } from '../tools/console-logs.ts'
import { editorDialog } from '../tools/editor-dialog.ts'
import { executeMenuItem } from '../tools/menu-item.ts'
import { readEditorLog } from '../tools/read-editor-log.ts'
import { unityAnimation } from '../tools/unity-animation.ts'
import { unityAsset } from '../tools/unity-asset.ts'
import { unityBatch } from '../tools/unity-batch.ts'
import { unityBuild } from '../tools/unity-build.ts'
import { unityCapture } from '../tools/unity-capture.ts'
import { unityCheck } from '../tools/unity-check.ts'
import { unityCompare } from '../tools/unity-compare.ts'
import { unityComponent } from '../tools/unity-component.ts'
import { unityEditor } from '../tools/unity-editor.ts'
import { unityExecute } from '../tools/unity-execute.ts'
import { unityHierarchy } from '../tools/unity-hierarchy.ts'
import { unityHistory } from '../tools/unity-history.ts'
import { unityLighting } from '../tools/unity-lighting.ts'
import { unityPackages } from '../tools/unity-packages.ts'
import { unityPhysics } from '../tools/unity-physics.ts'
import { unityPlay } from '../tools/unity-play.ts'
import { unityPlaytest } from '../tools/unity-playtest.ts'
import { unityPrefab } from '../tools/unity-prefab.ts'
import { unityProfile } from '../tools/unity-profile.ts'
import { unityQuery } from '../tools/unity-query.ts'
import { unityRefresh } from '../tools/unity-refresh.ts'
import { unitySample } from '../tools/unity-sample.ts'
import { unityScene } from '../tools/unity-scene.ts'
import { unityScreenshot } from '../tools/unity-screenshot.ts'
import { unitySettings } from '../tools/unity-settings.ts'
import { unityTests } from '../tools/unity-tests.ts'
import { unityUndo } from '../tools/unity-undo.ts'
import { unusedAssets } from '../tools/unused-assets.ts'
import { waitForEditorReady } from '../tools/wait-for-editor.ts'
import type { Pack } from './pack.ts'

export const UNITY = {
	title: 'Unity',
	tools: {
		unity_query: unityQuery,
		unity_hierarchy: unityHierarchy,
		unity_component: unityComponent,
		unity_scene: unityScene,
		unity_refresh: unityRefresh,
		unity_play: unityPlay,
		unity_screenshot: unityScreenshot,
		unity_capture: unityCapture,
		unity_compare: unityCompare,
		unity_editor: unityEditor,
		unity_physics: unityPhysics,
		unity_animation: unityAnimation,
		unity_undo: unityUndo,
		unity_prefab: unityPrefab,
		unity_asset: unityAsset,
		unity_batch: unityBatch,
		unity_tests: unityTests,
		unity_packages: unityPackages,
		unity_settings: unitySettings,
		unity_execute: unityExecute,
		unity_playtest: unityPlaytest,
		unity_sample: unitySample,
		unity_build: unityBuild,
		unity_lighting: unityLighting,
		unity_profile: unityProfile,
		read_console_logs: readConsoleLogs,
		execute_menu_item: executeMenuItem,
		wait_for_editor_ready: waitForEditorReady,
		read_editor_log: readEditorLog,
		editor_dialog: editorDialog,
		asset_usages: assetUsages,
		unused_assets: unusedAssets,
		unity_check: unityCheck,
		unity_history: unityHistory,
	},
	lead: {
		place: "You work inside the user's Unity 6 editor through tools.",
		told: [
			'Look before you change: query the hierarchy or inspect the object you are about to touch. Address objects by id or /path as results gave them; never invent ids.',
			'Scripts: write the files, call unity_refresh and add the component in one answer; after compile errors fix them and add it again. Scenes, prefabs and other assets are changed with tools, not as text.',
			'Unity 6 API: Rigidbody.linearVelocity and linearDamping, FindObjectsByType, Input System where the project has it.',
			'Units: metres, degrees; y is up; left-handed. A primitive cube is 1 m, a plane 10 m.',
			"Check the result: a property's value, the console, a screenshot when looks matter; unity_playtest to see a game work. Leave play mode when you are done with it.",
			'Save scenes only when asked.',
		],
	},
} as const satisfies Pack
