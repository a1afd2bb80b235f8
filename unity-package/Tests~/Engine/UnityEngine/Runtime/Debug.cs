#nullable enable
using System;
using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace UnityEngine
{
    public partial class Debug
    {
        public static bool isDebugBuild => true;

        public static bool developerConsoleVisible { get; set; }

        public static void Log(object message) => Write(LogType.Log, message, null);

        public static void Log(object message, Object context) => Write(LogType.Log, message, context);

        public static void LogFormat(string format, params object[] args) => Write(LogType.Log, Format(format, args), null);

        public static void LogFormat(Object context, string format, params object[] args) =>
            Write(LogType.Log, Format(format, args), context);

        public static void LogFormat(LogType logType, LogOption logOptions, Object context, string format, params object[] args) =>
            Write(logType, Format(format, args), context);

        public static void LogWarning(object message) => Write(LogType.Warning, message, null);

        public static void LogWarning(object message, Object context) => Write(LogType.Warning, message, context);

        public static void LogWarningFormat(string format, params object[] args) =>
            Write(LogType.Warning, Format(format, args), null);

        public static void LogWarningFormat(Object context, string format, params object[] args) =>
            Write(LogType.Warning, Format(format, args), context);

        public static void LogError(object message) => Write(LogType.Error, message, null);

        public static void LogError(object message, Object context) => Write(LogType.Error, message, context);

        public static void LogErrorFormat(string format, params object[] args) =>
            Write(LogType.Error, Format(format, args), null);

        public static void LogErrorFormat(Object context, string format, params object[] args) =>
            Write(LogType.Error, Format(format, args), context);

        public static void LogException(Exception exception) => LogException(exception, null!);

        public static void LogException(Exception exception, Object context) =>
            EngineLog.Add(
                LogType.Exception,
                $"{exception.GetType().Name}: {exception.Message}",
                EngineLog.Stack(new StackTrace(exception, true)),
                context);

        public static void LogAssertion(object message) => Write(LogType.Assert, message, null);

        public static void LogAssertion(object message, Object context) => Write(LogType.Assert, message, context);

        [Conditional("UNITY_EDITOR")]
        public static void Assert(bool condition)
        {
            if (!condition) Write(LogType.Assert, "Assertion failed", null);
        }

        [Conditional("UNITY_EDITOR")]
        public static void Assert(bool condition, object message)
        {
            if (!condition) Write(LogType.Assert, message, null);
        }

        [Conditional("UNITY_EDITOR")]
        public static void Assert(bool condition, string message)
        {
            if (!condition) Write(LogType.Assert, message, null);
        }

        /// <summary>Pauses the editor, as the real one does.</summary>
        public static void Break() => PlayerState.BreakRequested = true;

        public static void DrawLine(Vector3 start, Vector3 end)
        {
        }

        public static void DrawLine(Vector3 start, Vector3 end, Color color, float duration = 0.0f, bool depthTest = true)
        {
        }

        public static void DrawRay(Vector3 start, Vector3 dir)
        {
        }

        public static void DrawRay(Vector3 start, Vector3 dir, Color color, float duration = 0.0f, bool depthTest = true)
        {
        }

        private static void Write(LogType type, object? message, Object? context) =>
            EngineLog.Add(type, Text(message), EngineLog.Stack(new StackTrace(2, true)), context);

        private static string Text(object? message) =>
            message switch
            {
                null => "Null",
                IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
                _ => message.ToString() ?? "Null",
            };

        private static string Format(string format, object[] args) =>
            args.Length == 0 ? format : string.Format(CultureInfo.InvariantCulture, format, args);
    }

    /// <summary>Takes every line of the log; the console of UnityEditor listens.</summary>
    internal static class EngineLog
    {
        /// <summary>Deeper stacks are cut: nobody reads them.</summary>
        private const int MaxFrames = 40;

        internal delegate void Listener(LogType type, string message, string stack, Object? context);

        /// <summary>The engine's own listener; stays over reloads.</summary>
        internal static Listener? Console;

        /// <summary>Shows each line to the person who runs the process.</summary>
        internal static Action<LogType, string, string>? Mirror;

        internal static void Add(LogType type, string message, string stack, Object? context = null)
        {
            Mirror?.Invoke(type, message, stack);
            Console?.Invoke(type, message, stack, context);
            Application.RaiseLog(message, stack, type);
        }

        /// <summary>A line of the editor itself, without a stack.</summary>
        internal static void Editor(LogType type, string message) => Add(type, message, "");

        /// <summary>The stack as Unity writes it: <c>Type:Method (Arguments) (at Assets/File.cs:12)</c>.</summary>
        internal static string Stack(StackTrace trace)
        {
            var text = new StringBuilder();
            for (var i = 0; i < trace.FrameCount && i < MaxFrames; i++)
            {
                var frame = trace.GetFrame(i);
                var method = frame?.GetMethod();
                var type = method?.DeclaringType;
                if (method == null || type == null) continue;
                // Frames of the engine below the script are left out.
                if (type.Assembly == typeof(object).Assembly || type.Assembly.GetName().Name == "Fairlead.Host") break;
                text.Append(type.FullName?.Replace('+', '/')).Append(':').Append(method.Name).Append(" (");
                var parameters = method.GetParameters();
                for (var p = 0; p < parameters.Length; p++)
                    text.Append(p > 0 ? "," : "").Append(parameters[p].ParameterType.Name);
                text.Append(')');
                var file = frame!.GetFileName();
                if (!string.IsNullOrEmpty(file))
                    text.Append(" (at ").Append(Relative(file!)).Append(':').Append(frame.GetFileLineNumber()).Append(')');
                text.Append('\n');
            }
            return text.ToString();
        }

        private static string Relative(string file)
        {
            var path = file.Replace('\\', '/');
            var root = EngineProcess.ProjectPath + "/";
            return path.StartsWith(root, StringComparison.Ordinal) ? path.Substring(root.Length) : path;
        }
    }
}
