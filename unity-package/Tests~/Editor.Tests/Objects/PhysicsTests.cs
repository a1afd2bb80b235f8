using Fairlead.Core;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Tests.Objects;

[Collection(EngineCollection.Name)]
public sealed class PhysicsTests
{
    private const string Down = """{"action":"cast","origin":[0,9,0],"direction":[0,-1,0]}""";

    private readonly Desk desk = new();

    private void Cube(string name, string position) =>
        desk.Ok("unity_hierarchy", $$"""{"action":"create","name":"{{name}}","primitive_type":"Cube","position":{{position}}}""",
            "s1", "Fairlead: build");

    [Fact]
    public void Looking_around_leaves_the_Undo_of_the_user_alone()
    {
        Cube("Crate", "[0,0,0]");
        var before = Undo.GetCurrentGroup();
        foreach (
            var asked in new[] { Down, """{"action":"around","instance_id":"/Crate"}""", """{"action":"bounds","objects":["/Crate"]}""" })
            desk.Ok("unity_physics", asked);
        Assert.Equal(before, Undo.GetCurrentGroup());
        desk.Ok("unity_undo", """{"action":"undo"}""");
        Assert.Null(Desk.Find("/Crate"));
    }

    [Fact]
    public void A_body_is_as_hard_to_turn_as_its_colliders_and_its_mass_make_it()
    {
        foreach (var (primitive, scale, inertia) in new[]
        {
            (PrimitiveType.Sphere, new Vector3(2, 2, 2), new Vector3(1.2f, 1.2f, 1.2f)),
            (PrimitiveType.Cube, new Vector3(1, 2, 3), new Vector3(13, 10, 5) / 4),
            // A cylinder of 3/5 and two half spheres of 2/5 of its mass, with a radius of 0.5 and a height of 2.
            (PrimitiveType.Capsule, Vector3.one, new Vector3(0.9075f, 0.345f, 0.9075f)),
        })
        {
            var made = GameObject.CreatePrimitive(primitive);
            made.transform.localScale = scale;
            var body = made.AddComponent<Rigidbody>();
            body.mass = 3;
            for (var axis = 0; axis < 3; axis++) Assert.Equal(inertia[axis], body.inertiaTensor[axis], 3);
        }
    }

    [Fact]
    public void What_a_shape_begins_in_has_no_point_of_contact()
    {
        Cube("Room", "[0,0,0]");
        Cube("Next", "[3,0,0]");
        var cast = desk.Ok("unity_physics", """{"action":"cast","origin":[0,0,0],"direction":[1,0,0],"radius":0.2}""");
        Assert.Equal("/Room", (string?)cast["hits"]![0]!["path"]);
        Assert.Equal(0, (double)cast["hits"]![0]!["distance"]!);
        Assert.Equal(JTokenType.Null, cast["hits"]![0]!["point"]!.Type);
        Assert.Equal(2.3, (double)cast["hits"]![1]!["distance"]!, 3);
        Assert.Equal("[-1,0,0]", cast["hits"]![1]!["normal"]!.ToString(Newtonsoft.Json.Formatting.None));
    }

    [Fact]
    public void A_mesh_that_is_not_convex_is_measured_by_its_bounds_and_that_is_said()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"Ground","primitive_type":"Plane"}""");
        var nearest = desk.Ok("unity_physics", """{"action":"closest_point","instance_id":"/Ground","origin":[0,2,0]}""");
        Assert.False((bool)nearest["exact"]!);
        Assert.Equal(2, (double)nearest["distance"]!, 4);
    }

    [Fact]
    public void What_is_disabled_takes_up_no_room()
    {
        Cube("Crate", "[0,0,0]");
        Desk.Find("/Crate")!.GetComponent<Renderer>().enabled = false;
        Assert.NotEqual(JTokenType.Null, desk.Ok("unity_physics", """{"action":"bounds","objects":["/Crate"]}""")["all"]!.Type);
        Desk.Find("/Crate")!.GetComponent<Collider>().enabled = false;
        Assert.Equal(JTokenType.Null, desk.Ok("unity_physics", """{"action":"bounds","objects":["/Crate"]}""")["all"]!.Type);
        Assert.Equal("no hit", (string?)desk.Ok("unity_physics", Down)["summary"]);
    }

    [Fact]
    public void A_wrong_argument_is_told_in_the_words_of_the_contract()
    {
        var error = desk.Fails(
            "unity_physics", """{"action":"cast","origin":[0,0],"direction":[0,1,0],"radius":0}""", CallErrorCode.InvalidArguments);
        Assert.Equal(
            """
            [
                {"path":"origin","message":"Write [x, y, z]: three numbers."},
                {"path":"radius","message":"It must be at least 0.0001."}
            ]
            """.Replace("\n", "").Replace("    ", ""),
            error.Data!["issues"]!.ToString(Newtonsoft.Json.Formatting.None));
    }
}
