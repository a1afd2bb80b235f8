/** Unity: the editor, its scenes and its assets. */
import { assetUsages } from '../tools/unity/assets/asset-usages.ts'
import { unityAsset } from '../tools/unity/assets/unity-asset.ts'
import { unityPrefab } from '../tools/unity/assets/unity-prefab.ts'
import { unusedAssets } from '../tools/unity/assets/unused-assets.ts'
import { readConsoleLogs } from '../tools/unity/editor/console-logs.ts'
import { editorDialog } from '../tools/unity/editor/editor-dialog.ts'
import { executeMenuItem } from '../tools/unity/editor/menu-item.ts'
import { readEditorLog } from '../tools/unity/editor/read-editor-log.ts'
import { unityBuild } from '../tools/unity/editor/unity-build.ts'
import { unityCheck } from '../tools/unity/editor/unity-check.ts'
import { unityEditor } from '../tools/unity/editor/unity-editor.ts'
import { unityExecute } from '../tools/unity/editor/unity-execute.ts'
import { unityPackages } from '../tools/unity/editor/unity-packages.ts'
import { unityRefresh } from '../tools/unity/editor/unity-refresh.ts'
import { unitySettings } from '../tools/unity/editor/unity-settings.ts'
import { unityTests } from '../tools/unity/editor/unity-tests.ts'
import { waitForEditorReady } from '../tools/unity/editor/wait-for-editor.ts'
import { unityHistory } from '../tools/unity/history/unity-history.ts'
import { unityUndo } from '../tools/unity/history/unity-undo.ts'
import { unityCapture } from '../tools/unity/play/unity-capture.ts'
import { unityPlay } from '../tools/unity/play/unity-play.ts'
import { unityPlaytest } from '../tools/unity/play/unity-playtest.ts'
import { unityProfile } from '../tools/unity/play/unity-profile.ts'
import { unitySample } from '../tools/unity/play/unity-sample.ts'
import { unityScreenshot } from '../tools/unity/play/unity-screenshot.ts'
import { unityAnimation } from '../tools/unity/scene/unity-animation.ts'
import { unityBatch } from '../tools/unity/scene/unity-batch.ts'
import { unityCompare } from '../tools/unity/scene/unity-compare.ts'
import { unityComponent } from '../tools/unity/scene/unity-component.ts'
import { unityHierarchy } from '../tools/unity/scene/unity-hierarchy.ts'
import { unityLighting } from '../tools/unity/scene/unity-lighting.ts'
import { unityPhysics } from '../tools/unity/scene/unity-physics.ts'
import { unityQuery } from '../tools/unity/scene/unity-query.ts'
import { unityScene } from '../tools/unity/scene/unity-scene.ts'
import { unityViewport } from '../tools/unity/scene/unity-viewport.ts'
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
		unity_viewport: unityViewport,
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
