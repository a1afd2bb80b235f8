#nullable enable
using System;
using System.Collections.Generic;
using System.Text;
using System.Text.RegularExpressions;

namespace Fairlead.Editor.Execution
{
    /// <summary>
    /// Given code as a compilation unit: an expression becomes what is returned, statements become the body
    /// of a method. Lines keep their numbers.
    /// </summary>
    internal sealed class CodeUnit
    {
        /// <summary>The name of the given code in compiler messages and stack traces.</summary>
        internal const string FileName = "code.cs";

        internal const string TypeName = "FairleadCode";
        internal const string MethodName = "Run";

        private static readonly string[] Imports =
        {
            "System", "System.Collections.Generic", "System.Linq", "UnityEngine", "UnityEngine.SceneManagement",
            "UnityEditor", "UnityEditor.SceneManagement",
        };

        /// <summary>Names that two of the imports have.</summary>
        private static readonly (string Name, string Type)[] Aliases =
        {
            ("Object", "UnityEngine.Object"), ("Random", "UnityEngine.Random"), ("Debug", "UnityEngine.Debug"),
        };

        /// <summary><c>using System.IO;</c>, <c>using static X;</c>, <c>using A = B.C;</c> and no <c>using var</c>.</summary>
        private static readonly Regex UsingLine =
            new Regex(@"\G\s*using\s+(static\s+)?(?<name>[\w.]+)(\s*=\s*[\w.<>,\[\] ]+)?\s*;", RegexOptions.CultureInvariant);

        /// <summary>Comments, and texts of every kind: their content is not syntax.</summary>
        private static readonly Regex Literals = new Regex(
            "//[^\n]*|/\\*.*?\\*/|\\$?@\\$?\"(\"\"|[^\"])*\"|\\$?\"(\\\\.|[^\"\\\\\n])*\"|'(\\\\.|[^'\\\\\n])+'",
            RegexOptions.Singleline | RegexOptions.CultureInvariant);

        private static readonly Regex Statement = new Regex(
            @"^\s*(\{|(if|for|foreach|while|do|switch|try|using|lock|return|throw)\b)", RegexOptions.CultureInvariant);

        private CodeUnit(string text)
        {
            Text = text;
        }

        /// <summary>The compiled source.</summary>
        internal string Text { get; }

        /// <summary>Whether the code is an expression, as far as one can see without a compiler.</summary>
        internal static bool LooksLikeExpression(string code)
        {
            var bare = Literals.Replace(code.Substring(EndOfUsings(code)), match => match.Value[0] == '/' ? " " : "0").Trim();
            if (bare.EndsWith(";", StringComparison.Ordinal) || Statement.IsMatch(bare)) return false;
            return !(bare.EndsWith("}", StringComparison.Ordinal) && bare.Contains(";"));
        }

        /// <summary>The value of this expression is returned.</summary>
        internal static CodeUnit Expression(string code) => Wrap(code, "return (object)(", ");");

        /// <summary>These statements are run; without a return they give null.</summary>
        internal static CodeUnit Statements(string code) => Wrap(code, "", "; return null;");

        private static CodeUnit Wrap(string code, string before, string after)
        {
            var end = EndOfUsings(code);
            var head = code.Substring(0, end);
            var text = new StringBuilder();
            foreach (var import in Imports) text.Append("using ").Append(import).Append(";\n");
            var own = OwnNames(head);
            foreach (var (name, type) in Aliases)
                if (!own.Contains(name)) text.Append("using ").Append(name).Append(" = ").Append(type).Append(";\n");
            text.Append("#line 1 \"").Append(FileName).Append("\"\n").Append(head).Append("\n#line hidden\n");
            text.Append("public static class ").Append(TypeName).Append("\n{\n");
            text.Append("public static object ").Append(MethodName).Append("(System.Threading.CancellationToken cancellation)\n{\n");
            text.Append(before).Append('\n');
            text.Append("#line ").Append(LinesIn(head)).Append(" \"").Append(FileName).Append("\"\n");
            text.Append(code, end, code.Length - end);
            text.Append("\n#line hidden\n").Append(after).Append("\n}\n}\n");
            return new CodeUnit(text.ToString());
        }

        private static int EndOfUsings(string code)
        {
            var end = 0;
            for (var match = UsingLine.Match(code); match.Success; match = UsingLine.Match(code, end)) end = match.Index + match.Length;
            return end;
        }

        private static HashSet<string> OwnNames(string head)
        {
            var names = new HashSet<string>();
            foreach (Match match in Regex.Matches(head, @"using\s+(\w+)\s*=")) names.Add(match.Groups[1].Value);
            return names;
        }

        /// <summary>The line on which the rest of the code begins.</summary>
        private static int LinesIn(string head)
        {
            var lines = 1;
            foreach (var c in head)
                if (c == '\n') lines++;
            return lines;
        }
    }
}
