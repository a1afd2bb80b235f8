#nullable enable
using System;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Fairlead.Core;
using Fairlead.Editor.Bootstrap;
using Fairlead.Editor.Calls;
using Fairlead.Editor.History;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.Compilation;

namespace Fairlead.Editor.Execution
{
    /// <summary><c>unity_execute</c>. The compiler is a process of its own; the code runs on the main thread, once.</summary>
    internal sealed class ExecuteTool : AgentTool
    {
        internal const string ToolName = "unity_execute";

        /// <summary>Code that looks at <c>cancellation</c> needs a moment to end.</summary>
        private const int GraceMs = 2_000;

        /// <summary>It takes about a second; a machine that is busy with a build takes longer.</summary>
        private const int CompileTimeoutMs = 20_000;

        private const int MaxErrors = 20;

        /// <summary>The call whose code began to run last.</summary>
        private const string BegunKey = "Fairlead.Execute.Begun";

        internal ExecuteTool()
            : base(ToolName)
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => false;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            var code = arguments.Text("code", 1, 20_000);
            var seconds = arguments.Integer("timeout_seconds", 1, 300, 30);
            arguments.End();
            return Begin(call, code, seconds);
        }

        /// <summary>A reload came while it was compiled: nothing has run yet.</summary>
        public override ToolReply? Resume(ToolCall call) =>
            SessionState.GetString(BegunKey, "") == call.CallId ? null : Run(call);

        private static ToolReply Begin(ToolCall call, string code, int seconds)
        {
            var place = EditorWiring.Code;
            var files = place.FindCompiler() ?? throw new ToolFault(
                CallErrorCode.Unsupported,
                "Fairlead does not recognize this editor's C# compiler.",
                "Write an editor script with a static method and [FairleadTool] or [MenuItem]; unity_refresh compiles it.");
            var compiler = new CodeCompiler(
                files, place.References(), EditorUserBuildSettings.activeScriptCompilationDefines,
                new ScriptCompilerOptions().LanguageVersion);
            var watch = Stopwatch.StartNew();
            var stop = new CancellationTokenSource(CompileTimeoutMs);
            var compiling = Task.Run(() => compiler.Compile(code, stop.Token));
            var wake = MainThreadWaker.Find();
            compiling.ContinueWith(_ => wake(), TaskScheduler.Default);
            return DeferredCall.Until(
                call,
                () =>
                {
                    if (call.IsUnwanted) stop.Cancel();
                    if (!compiling.IsCompleted) return null;
                    var compiled = Compiled(compiling);
                    // Its changes would fall into the middle of the user's own change.
                    if (!call.IsUnwanted && UserHands.Busy() != null) return null;
                    return call.IsUnwanted
                        ? CallOutcome.Failed(CallErrorCode.Cancelled, "The call was cancelled before the code ran.")
                        : Execute(call, place, compiled, watch.Elapsed.TotalMilliseconds, seconds);
                },
                false,
                stop.Cancel);
        }

        private static CompiledCode Compiled(Task<CompiledCode> compiling)
        {
            CompiledCode compiled;
            try
            {
                compiled = compiling.GetAwaiter().GetResult();
            }
            catch (OperationCanceledException)
            {
                throw new ToolFault(
                    CallErrorCode.DeadlineExceeded,
                    $"The compiler took longer than {CompileTimeoutMs / 1_000} s and was stopped. Nothing ran.",
                    "The machine may be busy: try again.");
            }
            catch (InvalidOperationException e)
            {
                throw new ToolFault(CallErrorCode.Unsupported, Json.Cut(e.Message, 1_000),
                    "Nothing ran. Write an editor script instead; unity_refresh compiles it.");
            }
            if (compiled.Errors.Count == 0) return compiled;
            var first = compiled.Errors[0];
            throw new ToolFault(
                CallErrorCode.CompileErrors,
                $"The code does not compile: {(first.Line > 0 ? $"line {first.Line}: " : "")}{first.Code}: {first.Message}",
                Hint(first),
                new JObject { ["errors"] = new JArray(compiled.Errors.Take(MaxErrors).Select(ToJson)),
                ["errorCount"] = compiled.Errors.Count });
        }

        private static JObject ToJson(CodeError error) => new JObject
        {
            ["line"] = error.Line,
            ["column"] = error.Column,
            ["code"] = error.Code,
            ["message"] = Json.Cut(error.Message, 500),
        };

        private static string Hint(CodeError error)
        {
            switch (error.Code)
            {
                // A return without a value; await outside of an async method; a type or namespace declared in a method.
                case "CS0126":
                    return "Nothing ran. Return a value, e.g. return null;";
                case "CS4032":
                case "CS4033":
                    return "Nothing ran. The code is a plain method: it cannot await; start the work in one call and look at it in the "
                        + "next.";
                case "CS1513":
                case "CS8124":
                case "CS1022":
                    return "Nothing ran. The code is an expression or the inside of a method: no type can be declared in it, local "
                        + "functions can.";
                default:
                    return "Nothing ran. Lines are those of the given code.";
            }
        }

        private static CallOutcome Execute(ToolCall call, ICodePlace place, CompiledCode compiled, double compileMs, int seconds)
        {
            var assembly = place.Load(compiled.Image, compiled.Symbols);
            SessionState.SetString(BegunKey, call.CallId);
            UndoSteps.Acts(call);
            UndoSteps.Doing = "Run C#";
            try
            {
                using var overtime = new CancellationTokenSource(seconds * 1_000);
                // The main thread cannot be interrupted: at least it is said, from a thread that is free.
                using var late = new Timer(_ => call.Settle(StillRuns(seconds)), null, (seconds * 1_000) + GraceMs, Timeout.Infinite);
                var result = CodeRun.Run(assembly, overtime.Token);
                result["compileMs"] = Math.Round(compileMs, 1);
                return CallOutcome.Ok(result);
            }
            finally
            {
                if (call.IsSettled) UndoSteps.Acted(call);
            }
        }

        private static CallOutcome StillRuns(int seconds) => CallOutcome.Failed(
            CallErrorCode.EffectUnknown,
            $"The code is still running after {seconds} s. Code on the editor's main thread cannot be stopped from outside.",
            "The editor is blocked until it returns; wait_for_editor_ready tells you when. If it never returns, the user has to end Unity. "
            + "Look at cancellation.IsCancellationRequested in loops.");
    }
}
