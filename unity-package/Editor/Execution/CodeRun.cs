#nullable enable
using System;
using System.Diagnostics;
using System.IO;
using System.Reflection;
using System.Text;
using System.Threading;
using Fairlead.Core;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Execution
{
    /// <summary>Runs loaded code once and tells how it ended. Main thread.</summary>
    internal static class CodeRun
    {
        private const int MaxMessage = 2_000;
        private const int MaxStack = 2_000;

        internal static JObject Run(Assembly assembly, CancellationToken cancellation)
        {
            var method = assembly.GetType(CodeUnit.TypeName).GetMethod(CodeUnit.MethodName)!;
            var run = (Func<CancellationToken, object?>)Delegate.CreateDelegate(typeof(Func<CancellationToken, object?>), method);
            var watch = Stopwatch.StartNew();
            using var logs = new LogCapture();
            var json = new JObject { ["outcome"] = "returned", ["value"] = null, ["valueType"] = null, ["truncated"] = false };
            try
            {
                var value = run(cancellation);
                // Lists that are made while they are read run the code's own lines here.
                var writer = new BoundedJson();
                json["value"] = writer.Write(value);
                json["valueType"] = value == null ? null : Json.Cut(NameOf(value.GetType()), 200);
                json["truncated"] = writer.Truncated;
            }
            catch (Exception e)
            {
                json["outcome"] = "threw";
                json["exception"] = ToJson(e);
            }
            json["logs"] = logs.Lines;
            json["logCount"] = logs.Count;
            json["overran"] = cancellation.IsCancellationRequested;
            json["runMs"] = Math.Round(watch.Elapsed.TotalMilliseconds, 1);
            return json;
        }

        private static JObject ToJson(Exception thrown)
        {
            var e = thrown is TargetInvocationException { InnerException: { } inner } ? inner : thrown;
            return new JObject
            {
                ["type"] = e.GetType().FullName,
                ["message"] = Json.Cut(e.Message, MaxMessage),
                ["line"] = LineOf(e),
                ["stackTrace"] = Json.Cut(StackOf(e), MaxStack),
            };
        }

        private static int LineOf(Exception e)
        {
            foreach (var frame in new StackTrace(e, true).GetFrames() ?? Array.Empty<StackFrame>())
                if (frame.GetFileName() is { } file && Path.GetFileName(file) == CodeUnit.FileName) return frame.GetFileLineNumber();
            return e.InnerException == null ? 0 : LineOf(e.InnerException);
        }

        /// <summary>Down to the code itself: what called it is the package.</summary>
        private static string StackOf(Exception e)
        {
            var text = new StringBuilder();
            foreach (var line in (e.StackTrace ?? "").Split('\n'))
            {
                text.Append(text.Length > 0 ? "\n" : "").Append(line.Trim());
                if (line.Contains($"{CodeUnit.TypeName}.{CodeUnit.MethodName}")) break;
            }
            return text.ToString();
        }

        private static string NameOf(Type type)
        {
            if (type.IsArray) return NameOf(type.GetElementType()!) + "[]";
            if (!type.IsGenericType) return type.Name;
            var name = type.Name.Contains("`") ? type.Name.Substring(0, type.Name.IndexOf('`')) : type.Name;
            return $"{name}<{string.Join(", ", Array.ConvertAll(type.GetGenericArguments(), NameOf))}>";
        }
    }
}
