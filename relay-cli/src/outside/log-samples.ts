/**
 * Logs of editors in each state, for tests. Their lines, and the order of these, are those of recordings that people
 * published; the text was written here, so no log of somebody's project is among them. Each sample names its kind of
 * recording. `recorded-logs.ts` compares the words of real recordings.
 */

export interface LogSample {
	readonly name: string
	readonly text: string
	/** The words that a growing file goes through, while the process runs and is quiet. */
	readonly states: readonly string[]
	/** The word once the process has ended. */
	readonly after: string
	readonly errors?: number
}

/** The beginning of `Logs/Editor.log` from 6000.5 on Windows, and from 6000.3 in batch mode. */
export const header = (project: string, batch = false): string =>
	[
		'[Licensing::Module] Trying to connect to existing licensing client channel...',
		"Built from '6000.3/staging' branch; Version is '6000.3.14f1 (d68c3f99a318) revision 14060607'; Using compiler version '194234433'; Build Type 'Release'",
		"OS: 'Windows 11  (10.0.26200) Core' Language: 'en' Physical Memory: 32011 MB",
		'[Licensing::IpcConnector] Successfully connected to: "LicenseClient-dev" at "2026-11-23T01:55:34.7593681Z"',
		`BatchMode: ${batch ? 1 : 0}, IsHumanControllingUs: ${batch ? 0 : 1}, StartBugReporterOnCrash: ${batch ? 0 : 1}, Is64bit: 1`,
		'System  architecture: x64',
		'Process architecture: x64',
		'Date: 2026-11-23T01:55:34Z',
		'',
		'COMMAND LINE ARGUMENTS:',
		'C:\\Program Files\\Unity\\Hub\\Editor\\6000.3.14f1\\Editor\\Unity.exe',
		...(batch ? ['-batchmode', '-quit'] : []),
		'-projectpath',
		project,
		...(batch ? [] : ['-useHub', '-hubIPC']),
		`Successfully changed project path to: ${project}`,
		project,
		...ENGINE,
	].join('\n')

const ENGINE = [
	'[UnityMemory] Configuration Parameters - Can be set up in boot.config',
	'Package Manager log level set to [2]',
	'[Package Manager] Done registering packages in 0.03 seconds',
	'Initialize engine version: 6000.3.14f1 (d68c3f99a318)',
	'GfxDevice: creating device client; kGfxThreadingModeSplitJobs',
	'Begin MonoManager ReloadAssembly',
	'[Licensing::Client] Successfully resolved entitlement details',
	'',
]

/** The beginning of a log from 6000.1 and 6000.2 on Linux, with a window. */
const linuxHeader = (project: string): string =>
	[
		'Unity Editor version:    6000.3.14f1 (d68c3f99a318)',
		'Branch:                  6000.3/staging',
		'Build type:              Release',
		'Batch mode:              NO',
		'System name:             Linux',
		'Date:                    2026-11-23T01:55:34Z',
		'[Licensing::Module] Trying to connect to existing licensing client channel...',
		'Pro License: NO',
		'Desktop is 1920 x 1080 @ 60 Hz',
		'',
		'COMMAND LINE ARGUMENTS:',
		'/home/dev/Unity/Hub/Editor/6000.3.14f1/Editor/Unity',
		'-projectpath',
		project,
		'-useHub',
		`Successfully changed project path to: ${project}`,
		project,
		...ENGINE,
	].join('\n')

const REFRESH = 'Application.AssetDatabase Initial Refresh Start\n'
const BEE =
	'Starting: /opt/Unity/Hub/Editor/6000.3.14f1/Editor/Data/bee_backend --ipc --defer-dag-verification --dagfile="Library/Bee/1900b0aE.dag" --continue-on-failure --profile="Library/Bee/backend1.traceevents" ScriptAssemblies\nWorkingDir: /home/dev/Game\n'
/** The first compilation of a project: Unity's program runs twice, with the one that makes its graph in between. */
const COMPILE = `[ScriptCompilation] Requested script compilation because: Assembly Definition File(s) changed
${BEE}ExitCode: 4 Duration: 0s31ms
[             ] Require frontend run.  Library/Bee/1900b0aE.dag couldn't be loaded
Starting: /opt/Unity/Hub/Editor/6000.3.14f1/Editor/Data/netcorerun/netcorerun "ScriptCompilationBuildProgram.exe" "Library/Bee/1900b0aE.dag.json"
WorkingDir: /home/dev/Game
ExitCode: 0 Duration: 0s417ms
${BEE}`
export const COMPILED = `${COMPILE}ExitCode: 0 Duration: 4s
[412/412  0s] CopyFiles Library/ScriptAssemblies/Assembly-CSharp.dll
*** Tundra build success (4.11 seconds), 14 items updated, 412 evaluated
AssetDatabase: script compilation time: 5.020631s
Begin MonoManager ReloadAssembly
`
const IMPORTED =
	"Start importing Assets/Art/Boat.png using Guid(61b3cd5f5b4bc2b41953653a46c5c050) (TextureImporter) -> (artifact id: '7ff045c530812383dfde4d98fe46707e') in 0.0036849 seconds\nAsset Pipeline Refresh (id=6fda76e5480949f458803a5c06cecb31): Total: 32.411 seconds - Initiated by InitialRefreshV2(ForceSynchronousImport)\n\tSummary:\n\t\tImports: total=1 (actual=1, local cache=0, cache server=0)\n\nApplication.AssetDatabase Initial Refresh End\n"
const DEFAULT_MODE =
	'[MODES] ModeService[none].Initialize\n[MODES] ModeService[none].LoadModes\n[MODES] Loading mode Default (0) for mode-current-id-Game\n[LAYOUT] About to load UserSettings/Layouts/default-6000.dwlt, keepMainWindow=False\n[MODES] ModeService[default].InitializeCurrentMode\n[MODES] ModeService[default].RaiseModeChanged(default, default)\n'
export const LOADED =
	'[Project] Loading completed in 41.084 seconds\n\tProject init time: \t\t\t\t7.501 seconds\n'
const START = `${REFRESH}${COMPILED}${IMPORTED}${DEFAULT_MODE}${LOADED}`
const START_STATES = [
	'starting',
	'importing',
	'compiling',
	'importing',
	'starting',
	'not_connected',
] as const

/** Each error three times, as 6000.1 on Linux and 6000.5 on Windows write them. */
export function failedCompile(...errors: readonly string[]): string {
	const output = errors.join('\n')
	return `${BEE}ExitCode: 3 Duration: 1s266ms
[411/412  1s] Csc Library/Bee/artifacts/1900b0aE.dag/Assembly-CSharp.dll (+2 others)
##### CommandLine
"/opt/Unity/Data/NetCoreRuntime/dotnet" exec "/opt/Unity/Data/DotNetSdkRoslyn/csc.dll" /nostdlib /noconfig /shared "@Library/Bee/artifacts/1900b0aE.dag/Assembly-CSharp.rsp"
##### Custom Environment Variables
DOTNET_MULTILEVEL_LOOKUP=0
##### ExitCode
1
##### Output
${output}
*** Tundra build failed (6.52 seconds), 2 items updated, 412 evaluated
## Script Compilation Error for: Csc Library/Bee/artifacts/1900b0aE.dag/Assembly-CSharp.dll (+2 others)
## CmdLine: "/opt/Unity/Data/NetCoreRuntime/dotnet" exec "/opt/Unity/Data/DotNetSdkRoslyn/csc.dll" /nostdlib /noconfig /shared "@Library/Bee/artifacts/1900b0aE.dag/Assembly-CSharp.rsp"
## Output:
Assets/Scripts/Old.cs(3,9): warning CS0169: The field 'Old.unused' is never used
${output}

${output}
AssetDatabase: script compilation time: 7.310442s
Total cache size 268081029
`
}

/** In an open project, or when it is compiled again, the errors come before what the program printed. */
function failedAgain(...errors: readonly string[]): string {
	const output = errors.join('\n')
	return `${BEE}## Script Compilation Error for: Csc Library/Bee/artifacts/1900b0aE.dag/Assembly-CSharp.dll (+2 others)
## CmdLine: "/opt/Unity/Data/NetCoreRuntime/dotnet" exec "/opt/Unity/Data/DotNetSdkRoslyn/csc.dll"
## Output:
${output}

${output}
Total cache size 268081029
ExitCode: 3 Duration: 0s765ms
[411/412  0s] Csc Library/Bee/artifacts/1900b0aE.dag/Assembly-CSharp.dll (+2 others)
##### ExitCode
1
##### Output
${output}
*** Tundra build failed (0.65 seconds), 77 items updated, 412 evaluated
Begin MonoManager ReloadAssembly
`
}

export const SEMICOLON = 'Assets/Scripts/Spin.cs(7,30): error CS1002: ; expected'
/** An error with its path in the form that Unity writes on Windows. */
const UNKNOWN_TYPE =
	"Assets\\Scripts\\Boats\\Oar.cs(12,17): error CS0246: The type or namespace name 'Rower' could not be found (are you missing a using directive or an assembly reference?)"
/** Reported line by line; no whole recording of Safe Mode was found. */
export const SAFE_MODE =
	'[MODES] ModeService[default].ChangeMode(safe_mode)\nSafe Mode: Only loading a subset of assemblies\n[MODES] ModeService[safe_mode].LoadModes\n'
/** The line after "Ignore" in a recording of 6000.1 on Linux; the same is reported for the end of Safe Mode. */
const LEAVING_SAFE_MODE =
	'[ScriptCompilation] Requested script compilation because: Exiting safe mode\n'
const LEFT_SAFE_MODE = '[MODES] ModeService[safe_mode].ChangeMode(default)\n'
/** A crash that Mono prints on Linux and macOS; published in reports, not in a recording of an editor. */
const CRASH = `=================================================================
	Native Crash Reporting
=================================================================
Got a SIGSEGV while executing native code. This usually indicates
a fatal error in the mono runtime or one of the native libraries
used by your application.
=================================================================
Caught fatal signal - signo:11 code:1 errno:0 addr:0x8
Obtained 23 stack frames.
#0  0x00007f1f2c0e2d21 in GfxDevice::DrawSharedGeometryJobs(GfxBuffer*)
Launching bug reporter
`
/** The end of a recording on Windows (5.5; the lines are the same in reports of later versions). */
const CRASH_ON_WINDOWS = `Unrecoverable D3D12 device error!

Crash!!!
SymInit: Symbol-SearchPath: '.;C:/Program Files/Unity', symOptions: 534, UserName: 'dev'
OS-Version: 10.0.26200 () 0x100-0x1
`
/** The end of a recording of 6000.5 on Windows, whose license could not be renewed while the project was open. */
const UNLICENSED = `[Licensing::Client] Error: Timed-out after 30.00s, waiting for EntitlementDetailsResponse
No valid Unity Editor license found. Please activate your license.
`
const TERMINATED = (code: number): string =>
	`Exiting without the bug reporter. Application will terminate with return code ${code}`

export const logSamples = (project: string): LogSample[] => [
	{
		name: 'a start',
		text: header(project),
		states: ['starting'],
		after: 'not_running',
	},
	{
		// 6000.5 on Windows, interactive: the package manager did not start.
		name: 'a start that gave up',
		text: `${header(project)}[Package Manager] Failed to start Unity Package Manager: operation cancelled.\n${TERMINATED(1)}Shut down.\n`,
		states: ['starting'],
		after: 'not_running',
	},
	{
		name: 'an import',
		text: `${header(project)}${REFRESH}Start importing Assets/Art/Sea.png using Guid(df5ea5b310e225a4aa07640e443bf95b) (TextureImporter)\n`,
		states: ['starting', 'importing'],
		after: 'not_running',
	},
	{
		// 6000.4 on Linux in batch mode, in a container of a build server.
		name: 'a compilation',
		text: `${header(project, true)}${REFRESH}${COMPILE}`,
		states: ['starting', 'importing', 'compiling'],
		after: 'not_running',
	},
	{
		// 6000.5 on Windows, interactive.
		name: 'an open project',
		text: `${header(project)}${START}`.replaceAll('\n', '\r\n'),
		states: START_STATES,
		after: 'not_running',
	},
	{
		// 6000.2 on Linux, interactive.
		name: 'an open project on Linux',
		text: `${linuxHeader(project)}${START}`,
		states: START_STATES,
		after: 'not_running',
	},
	{
		name: 'a batch run',
		text: `${header(project, true)}${REFRESH}${COMPILED}${IMPORTED}${LOADED}Exiting batchmode successfully now!\n${TERMINATED(0)}\n`,
		states: START_STATES,
		after: 'not_running',
	},
	{
		// 6000.1 on Linux, interactive, up to the question.
		name: 'the question before Safe Mode',
		text: linuxHeader(project) + REFRESH + failedCompile(SEMICOLON, UNKNOWN_TYPE),
		states: ['starting', 'importing', 'compiling', 'dialog'],
		after: 'not_running',
		errors: 2,
	},
	{
		// The whole of that recording: Unity compiles again, fails again, and continues.
		name: 'a project that was opened with errors, by "Ignore"',
		text:
			linuxHeader(project) +
			REFRESH +
			failedCompile(SEMICOLON, UNKNOWN_TYPE) +
			LEAVING_SAFE_MODE +
			failedAgain(SEMICOLON, UNKNOWN_TYPE) +
			IMPORTED +
			DEFAULT_MODE +
			LOADED,
		states: [
			'starting',
			'importing',
			'compiling',
			'dialog',
			'importing',
			'compiling',
			'compile_errors',
		],
		after: 'not_running',
		errors: 2,
	},
	{
		name: 'Safe Mode',
		text: header(project) + REFRESH + failedCompile(SEMICOLON, UNKNOWN_TYPE) + SAFE_MODE + LOADED,
		states: ['starting', 'importing', 'compiling', 'dialog', 'safe_mode'],
		after: 'not_running',
		errors: 2,
	},
	{
		name: 'Safe Mode, half fixed',
		text:
			header(project) +
			REFRESH +
			failedCompile(SEMICOLON, UNKNOWN_TYPE) +
			SAFE_MODE +
			failedAgain(SEMICOLON),
		states: ['starting', 'importing', 'compiling', 'dialog', 'safe_mode', 'compiling', 'safe_mode'],
		after: 'not_running',
		errors: 1,
	},
	{
		name: 'Safe Mode that was left',
		text:
			header(project) +
			REFRESH +
			failedCompile(SEMICOLON) +
			SAFE_MODE +
			COMPILED +
			LEAVING_SAFE_MODE +
			LEFT_SAFE_MODE +
			COMPILED +
			IMPORTED +
			LOADED,
		states: [
			'starting',
			'importing',
			'compiling',
			'dialog',
			'safe_mode',
			'compiling',
			'starting',
			'importing',
			'compiling',
			'importing',
			'starting',
			'not_connected',
		],
		after: 'not_running',
	},
	{
		// 6000.5 on Windows, interactive, and 2021.1.
		name: 'errors in a project that was open already',
		text: header(project) + START + failedAgain(SEMICOLON),
		states: [...START_STATES, 'compiling', 'compile_errors'],
		after: 'not_running',
		errors: 1,
	},
	{
		name: 'errors that were fixed',
		text: `${header(project)}${START}${failedAgain(SEMICOLON)}${BEE}ExitCode: 0 Duration: 1s588ms\n*** Tundra build success (1.55 seconds), 5 items updated, 1266 evaluated\nReloading assemblies after forced synchronous recompile.\n`,
		states: [...START_STATES, 'compiling', 'compile_errors', 'compiling', 'not_connected'],
		after: 'not_running',
	},
	{
		name: 'a build of the player that failed',
		text:
			header(project) + START + failedCompile(SEMICOLON).replaceAll('1900b0aE.dag', '1900b0aP.dag'),
		states: START_STATES,
		after: 'not_running',
	},
	{
		name: 'a crash',
		text: linuxHeader(project) + START + CRASH,
		states: [...START_STATES, 'crashed'],
		after: 'crashed',
	},
	{
		name: 'a crash on Windows',
		text: `${header(project)}${START}${CRASH_ON_WINDOWS}`.replaceAll('\n', '\r\n'),
		states: [...START_STATES, 'crashed'],
		after: 'crashed',
	},
	{
		// Windows, batch mode, on a build server; Unity 6000 on Linux writes the same lines.
		name: 'no license',
		text: `${header(project, true)}[Licensing::Module] Error: Access token is unavailable; failed to update\n[Licensing::Client] Error: Code 404 while processing request (status: Found 0 entitlement groups and 0 free entitlements matching requested entitlement ids)\n[Licensing::Module] Error: 'com.unity.editor.headless' was not found.\nNo valid Unity Editor license found. Please activate your license.\n`,
		states: ['starting', 'unlicensed'],
		after: 'unlicensed',
	},
	{
		name: 'a license that ended while the project was open',
		text: `${header(project)}${START}${UNLICENSED}${TERMINATED(198)}Shut down.\n`,
		states: [...START_STATES, 'unlicensed'],
		after: 'unlicensed',
	},
	{
		// Reported of many build servers.
		name: 'a batch run with errors',
		text: `${header(project, true)}${REFRESH}${failedCompile(SEMICOLON)}Scripts have compiler errors.\n\n\nAborting batchmode due to failure:\nScripts have compiler errors.\n\n${TERMINATED(1)}\n`,
		states: ['starting', 'importing', 'compiling', 'compile_errors'],
		after: 'not_running',
		errors: 1,
	},
]
