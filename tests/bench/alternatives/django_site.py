"""Django admin over Laurel's tables: `gunicorn --preload django_site:application`, with DATABASE_URL and ADMIN_PASSWORD."""

import csv
import io
import itertools
import os
from urllib.parse import unquote, urlsplit

import django
from django.conf import settings

database = urlsplit(os.environ["DATABASE_URL"])
settings.configure(
    SECRET_KEY=os.environ["ADMIN_PASSWORD"],
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF="django_site",
    USE_TZ=True,
    TIME_ZONE="America/Anchorage",
    USE_L10N=True,
    STATIC_URL="/static/",
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": database.path[1:],
            "HOST": database.hostname,
            "PORT": database.port or 5432,
            "USER": unquote(database.username or ""),
            "PASSWORD": unquote(database.password or ""),
            "CONN_MAX_AGE": None,
        }
    },
    INSTALLED_APPS=[
        "django.contrib.admin",
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "django.contrib.staticfiles",
        "django_site",
    ],
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
)
django.setup()

from django.contrib import admin  # noqa: E402
from django.contrib.auth import get_user_model  # noqa: E402
from django.core.exceptions import PermissionDenied  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connections, models  # noqa: E402
from django.http import StreamingHttpResponse  # noqa: E402
from django.urls import path  # noqa: E402


class Year(models.Model):
    id = models.UUIDField(primary_key=True)
    year = models.IntegerField()

    class Meta:
        managed = False
        db_table = "academic_year"
        ordering = ["-year"]

    def __str__(self):
        return str(self.year)


class School(models.Model):
    id = models.UUIDField(primary_key=True)
    name = models.TextField()
    banner_code = models.TextField()
    salesforce_id = models.TextField()

    class Meta:
        managed = False
        db_table = "high_school"

    def __str__(self):
        return self.name


class Account(models.Model):
    id = models.UUIDField(primary_key=True)
    first_name = models.TextField()
    last_name = models.TextField()
    email = models.TextField()

    class Meta:
        managed = False
        db_table = "user_account"


class Designation(models.Model):
    id = models.UUIDField(primary_key=True)
    high_school = models.ForeignKey(School, models.DO_NOTHING)
    academic_year = models.ForeignKey(Year, models.DO_NOTHING)
    submitted_by = models.ForeignKey(Account, models.DO_NOTHING)
    class_size = models.IntegerField(null=True)
    criteria = models.TextField(null=True, choices=[(name, name) for name in ("CUMULATIVE_GPA", "CUMULATIVE_WEIGHTED_GPA", "OTHER")])
    criteria_comment = models.TextField(null=True)
    status = models.TextField(choices=[(name, name) for name in ("STARTED", "PENDING", "RETURNED", "APPROVED", "REJECTED")])
    updated_at = models.DateTimeField()
    downloaded_at = models.DateTimeField(null=True)

    class Meta:
        managed = False
        db_table = "designation"


class Student(models.Model):
    id = models.UUIDField(primary_key=True)
    designation = models.ForeignKey(Designation, models.DO_NOTHING)
    position = models.IntegerField()
    first = models.TextField()
    middle = models.TextField()
    last = models.TextField()
    preferred = models.TextField()
    date_of_birth = models.DateField()
    twin = models.BooleanField()
    phone = models.TextField()
    email = models.TextField()
    parent_email = models.TextField()
    address_address1 = models.TextField()
    address_address2 = models.TextField()
    address_city = models.TextField()
    address_state = models.TextField()
    address_zip5 = models.TextField()
    address_zip4 = models.TextField()
    address_status = models.TextField()

    class Meta:
        managed = False
        db_table = "student"


DESIGNATION_COLUMNS = [
    "id", "academic_year__year", "high_school__name", "high_school__banner_code", "high_school__salesforce_id",
    "class_size", "criteria", "criteria_comment", "status",
    "submitted_by__first_name", "submitted_by__last_name", "submitted_by__email", "updated_at", "downloaded_at",
]  # fmt: skip
STUDENT_COLUMNS = [
    "id", "first", "middle", "last", "preferred", "date_of_birth", "twin", "phone", "email", "parent_email",
    "address_address1", "address_address2", "address_city", "address_state", "address_zip5", "address_zip4", "address_status",
]  # fmt: skip
COLUMNS = [f"designation__{name}" for name in DESIGNATION_COLUMNS] + STUDENT_COLUMNS
ROWS_A_CHUNK = 1000


@admin.register(Designation)
class DesignationAdmin(admin.ModelAdmin):
    list_display = ["high_school", "academic_year", "criteria", "status", "class_size", "updated_at", "downloaded_at"]
    list_select_related = ["high_school", "academic_year"]
    list_filter = ["academic_year", "status", "criteria"]
    list_per_page = 50
    show_full_result_count = False
    ordering = ["-updated_at"]

    def get_urls(self):
        return [path("export/<uuid:year>/", self.admin_site.admin_view(self.export)), *super().get_urls()]

    def export(self, request, year):
        if not self.has_view_permission(request):
            raise PermissionDenied
        students = Student.objects.filter(designation__academic_year=year)
        ordered = students.order_by("designation__high_school__name", "designation_id", "position")
        return StreamingHttpResponse(csv_chunks(ordered.values_list(*COLUMNS).iterator()), content_type="text/csv")


def csv_chunks(rows):
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    while True:
        writer.writerows(itertools.islice(rows, ROWS_A_CHUNK))
        if text.tell() == 0:
            return
        yield text.getvalue()
        text.seek(0)
        text.truncate()


urlpatterns = [path("admin/", admin.site.urls)]

call_command("migrate", verbosity=0)
users = get_user_model().objects
if not users.filter(username="admin").exists():
    users.create_superuser("admin", "admin@example.org", os.environ["ADMIN_PASSWORD"])
connections.close_all()
application = get_wsgi_application()
