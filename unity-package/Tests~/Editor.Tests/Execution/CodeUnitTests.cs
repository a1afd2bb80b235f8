using Fairlead.Editor.Execution;

namespace Fairlead.Editor.Tests.Execution;

/// <summary>A model's code is taken as it is meant: a requested value is not lost, a line number is right.</summary>
public sealed class CodeUnitTests
{
    [Theory]
    [InlineData("1 + 2", true)]
    [InlineData("new[] { 1, 2 }", true)]
    [InlineData("\"a; b\"", true)]
    [InlineData("Camera.main // the first; of all", true)]
    [InlineData("using System.IO;\nFile.Exists(\"x\")", true)]
    [InlineData("list.Where(x => { return x > 1; }).ToList()", true)]
    [InlineData("1 + 2;", false)]
    [InlineData("foreach (var a in b) { a.c(); }", false)]
    [InlineData("if (a) return 1; else return 2;", false)]
    [InlineData("using (var a = B()) { }", false)]
    [InlineData("int F() { return 1; }\nreturn F();", false)]
    public void An_expression_is_told_from_statements(string code, bool isExpression) =>
        Assert.Equal(isExpression, CodeUnit.LooksLikeExpression(code));

    [Fact]
    public void Usings_stand_outside_of_the_method_and_lines_keep_their_numbers()
    {
        var text = CodeUnit.Statements("using System.IO;\nusing Path = System.IO.Path;\nvar a = 1;\nusing var b = File.OpenRead(\"x\");")
            .Text;
        var method = text[text.IndexOf("Run(", StringComparison.Ordinal)..];
        Assert.DoesNotContain("using System.IO;", method);
        Assert.Contains("using var b", method);
        // The rest of line 2 is empty, and the first statement stands in line 3.
        Assert.Contains("#line 2 \"code.cs\"\n\nvar a = 1;", method);
    }

    [Fact]
    public void The_compiler_is_found_where_each_Unity_keeps_it()
    {
        var root = Directory.CreateTempSubdirectory("fairlead-contents-").FullName;
        try
        {
            string File(params string[] parts)
            {
                var path = Path.Combine([root, .. parts]);
                Directory.CreateDirectory(Path.GetDirectoryName(path)!);
                System.IO.File.WriteAllText(path, "");
                return path;
            }
            Assert.Null(CompilerFiles.Find(root));
            // 6000.3 on macOS, then 6000.0, then 6000.5 and later, which may have both.
            var mac = File("Resources", "Scripting", "DotNetSdkRoslyn", "csc.dll");
            Assert.Null(CompilerFiles.Find(root));
            File("Resources", "Scripting", "NetCoreRuntime", "dotnet");
            Assert.Equal(mac, CompilerFiles.Find(root)!.Compiler);
            var older = File("DotNetSdkRoslyn", "csc.dll");
            var runtime = File("NetCoreRuntime", "dotnet");
            Assert.Equal((older, runtime), (CompilerFiles.Find(root)!.Compiler, CompilerFiles.Find(root)!.Dotnet));
            File("DotNetSdk", "sdk", "8.0.318", "Roslyn", "bincore", "csc.dll");
            var newest = File("DotNetSdk", "sdk", "10.0.100", "Roslyn", "bincore", "csc.dll");
            var own = File("DotNetSdk", "dotnet");
            Assert.Equal((newest, own), (CompilerFiles.Find(root)!.Compiler, CompilerFiles.Find(root)!.Dotnet));
        }
        finally
        {
            Directory.Delete(root, true);
        }
    }
}
